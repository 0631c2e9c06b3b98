#!/bin/sh
# Runs a program of Windows with wine, in a Windows of its own under target/wine.
# usage: scripts/wine.sh PROGRAM [ARGUMENT]...
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
wine=$(command -v wine64 || command -v wine || echo /usr/lib/wine/wine64)
if [ ! -x "$wine" ]; then
    echo 'skipped: no wine; scripts/toolchains.sh installs it on Debian' >&2
    exit 3
fi
export WINEPREFIX="${WINEPREFIX:-$root/target/wine}"
export WINEDEBUG="${WINEDEBUG:--all}"
library=$WINEPREFIX/drive_c/windows/system32/bcryptprimitives.dll
if [ ! -e "$library" ]; then
    mkdir -p "$(dirname "$WINEPREFIX")"
    "$wine" wineboot -i >/dev/null 2>&1
    # Wine 8 lacks the library that std takes random numbers from.
    source=$WINEPREFIX/random.c
    cat >"$source" <<'C'
#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T count) { return SystemFunction036(bytes, (ULONG)count); }
C
    x86_64-w64-mingw32-gcc -shared -o "$library.part" "$source" -ladvapi32
    mv "$library.part" "$library"
fi
exec "$wine" "$@"
