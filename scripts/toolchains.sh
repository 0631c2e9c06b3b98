#!/bin/sh
# Installs what scripts/cross.sh and the page for browsers need, on Debian 12, where rustup has the host's standard library alone.
# usage: scripts/toolchains.sh
# It unpacks a Rust compiler, std for Arm and the source of std for all other targets into a folder, next to those of rustup, and
# installs the C compiler for Arm, qemu and the linker for WebAssembly with apt. Elsewhere, `rustup target add` is enough.
#
# environment:
#   BULKDOKU_TOOLCHAINS  the folder, ~/.cache/bulkdoku/toolchains if unset
set -eu

if [ $# -gt 0 ]; then
    echo "usage: $0" >&2
    exit 2
fi
if ! command -v apt-get >/dev/null || [ "$(dpkg --print-architecture)" != amd64 ]; then
    echo 'skipped: no Debian on x86-64: install targets with rustup, and compilers and emulators by hand' >&2
    exit 0
fi
folder=${BULKDOKU_TOOLCHAINS:-${XDG_CACHE_HOME:-$HOME/.cache}/bulkdoku/toolchains}
as_root=
[ "$(id -u)" -eq 0 ] || as_root='sudo -n'

# Downloads the packages $@ and unpacks them into $folder/rust.
unpack() {
    mkdir -p "$folder/packages" "$folder/rust.part"
    (cd "$folder/packages" && apt-get download -qq "$@") || return 1
    for package in "$folder"/packages/*.deb; do
        dpkg -x "$package" "$folder/rust.part"
    done
    rm -rf "$folder/packages"
    mv "$folder/rust.part" "$folder/rust"
}

# The compiler finds its libraries next to itself.
write_wrapper() {
    cat >"$folder/rustc" <<WRAPPER
#!/bin/sh
export LD_LIBRARY_PATH=$folder/rust/usr/lib/x86_64-linux-gnu:$folder/rust/usr/lib/llvm-22/lib
exec $folder/rust/usr/bin/rustc "\$@"
WRAPPER
    chmod +x "$folder/rustc"
}

$as_root dpkg --add-architecture arm64
$as_root apt-get update -qq || true
for package in gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user lld-22; do
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "$package" >/dev/null ||
        echo "skipped: no $package: apt-get does not install it" >&2
done
if [ ! -d "$folder/rust" ]; then
    if unpack rustc-web libstd-rust-web-1.96 libstd-rust-web-dev libstd-rust-web-dev:arm64 libllvm22 rust-web-src; then
        write_wrapper
    else
        echo 'skipped: no Rust compiler with std for other targets: apt-get does not have rustc-web' >&2
    fi
fi
