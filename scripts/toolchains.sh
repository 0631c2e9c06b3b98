#!/bin/sh
# Installs what is needed to build and test for other platforms, as far as possible on this machine.
# rustup has neither C compilers nor emulators.
# usage: scripts/toolchains.sh [quick]
#   quick   only what scripts/cross.sh check quick and the page for browsers need: no wine and no Zig
# On Debian 12, it unpacks a Rust compiler, std for Arm and the source of std for all other targets into a folder, next to
# those of rustup, and installs the C compilers for Arm and Windows, qemu and wine with apt. Zig, which links for macOS and
# for old versions of glibc, comes from PyPI. scripts/cross.sh uses them.
#
# environment:
#   BULKDOKU_TOOLCHAINS  the folder, ~/.cache/bulkdoku/toolchains if unset
set -eu

case $* in
'' | quick) tier=${1:-all} ;;
*)
    echo "usage: $0 [quick]" >&2
    exit 2
    ;;
esac
folder=${BULKDOKU_TOOLCHAINS:-${XDG_CACHE_HOME:-$HOME/.cache}/bulkdoku/toolchains}
as_root=
[ "$(id -u)" -eq 0 ] || as_root='sudo -n'
mkdir -p "$folder"

skipped() {
    printf 'skipped: no %s\n' "$*" >&2
}

is_debian() {
    command -v apt-get >/dev/null && command -v dpkg >/dev/null && [ "$(dpkg --print-architecture)" = amd64 ]
}

# Installs the packages $@ with apt.
install() {
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "$@" >/dev/null ||
        skipped "$*: apt-get does not install it"
}

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

if is_debian; then
    $as_root dpkg --add-architecture arm64
    $as_root apt-get update -qq || true
    install gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user
    install gcc-mingw-w64-x86-64
    # The kernel then starts Arm programs with qemu, which tests of the program need.
    [ "$tier" = quick ] || install wine64 qemu-user-binfmt binfmt-support
    install lld-22 # for WebAssembly
    if [ ! -d "$folder/rust" ]; then
        if unpack rustc-web libstd-rust-web-1.96 libstd-rust-web-dev libstd-rust-web-dev:arm64 libllvm22 rust-web-src; then
            write_wrapper
        else
            skipped 'Rust compiler with std for other targets: apt-get does not have rustc-web'
        fi
    fi
else
    skipped 'Debian on x86-64: install targets with rustup, and compilers and emulators by hand'
fi
if [ "$tier" = all ] && [ ! -d "$folder/python" ]; then
    { python3 -m venv "$folder/python" &&
        "$folder/python/bin/pip" install -q --disable-pip-version-check 'ziglang==0.15.2' 'cargo-zigbuild>=0.20,<1' 'maturin>=1.9,<2'
    } || { rm -rf "$folder/python" && skipped 'zig: PyPI does not answer'; }
fi
