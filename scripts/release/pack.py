#!/usr/bin/env python3
"""Packs the output of scripts/release/build.sh, tries what can run here, and lists all files with their checksums.

usage: scripts/release/pack.py WORK FOLDER

WORK contains programs/TARGET/, wheels/, completions/, man/, and the files not-built and tried, the latter with lines NAME: how.
FOLDER receives archives, Debian packages, wheels, the source distribution, notices, the list of dependencies (CycloneDX),
README.md and SHA256SUMS. The same WORK gives the same bytes: names are sorted, and every time is the commit time.
"""

import gzip
import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import time
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
EPOCH = int(os.environ["SOURCE_DATE_EPOCH"])
COMMIT = os.environ["BULKDOKU_COMMIT"]
LICENCE_FILE = re.compile(r"^(licen[cs]e|copying|notice|unlicense)", re.IGNORECASE)
DOCUMENTS = ["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"]
DEBIAN = {"x86_64-unknown-linux-gnu": "amd64", "aarch64-unknown-linux-gnu": "arm64"}


def metadata():
    command = ["cargo", "metadata", "--format-version", "1", "--locked"]
    return json.loads(subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout)


def dependencies(data):
    """Returns the packages that are part of a program or module on any platform, and the packages that each one uses."""
    nodes = {node["id"]: node["deps"] for node in data["resolve"]["nodes"]}
    ids = {package["name"]: package["id"] for package in data["packages"] if package["source"] is None}
    root, module = ids["bulkdoku"], ids["bulkdoku-python"]
    uses, waiting = {}, [root, module]
    while waiting:
        package = waiting.pop()
        if package in uses:
            continue
        linked = [dep["pkg"] for dep in nodes[package] if any(kind["kind"] is None for kind in dep["dep_kinds"])]
        uses[package] = sorted(linked)
        waiting += linked
    uses[root] = sorted({*uses[root], *uses.pop(module)} - {root})  # one product, with the dependencies of both
    packages = {package["id"]: package for package in data["packages"] if package["id"] in uses}
    return root, packages, uses


def notices(root, packages):
    """Returns the licences of all dependencies, each text once."""
    texts = {}
    for package in sorted(packages.values(), key=lambda package: (package["name"], package["version"])):
        if package["id"] == root:
            continue
        label = f"{package['name']} {package['version']} ({package['license']})"
        folder = Path(package["manifest_path"]).parent
        files = sorted(file for file in folder.rglob("*") if file.is_file() and LICENCE_FILE.match(file.name))
        for file in files or [None]:
            text = file.read_text(errors="replace").strip() if file else "The package has no file with its licence."
            texts.setdefault(text, []).append(label)
    head = "bulkdoku contains the Rust standard library (MIT OR Apache-2.0) and the packages below, under these licences.\n"
    parts = ["\n".join([*dict.fromkeys(labels), "", text]) for text, labels in texts.items()]
    rule = "\n\n" + "-" * 80 + "\n\n"
    return head + rule + rule.join(parts) + "\n"


def bill_of_materials(root, packages, uses):
    """Returns all dependencies with their licences and checksums, in the format of CycloneDX 1.5."""
    lock = (ROOT / "Cargo.lock").read_text()
    found = re.findall(r'name = "(.*)"\nversion = "(.*)"\nsource = .*\nchecksum = "(.*)"', lock)
    checksums = {(name, version): checksum for name, version, checksum in found}

    def purl(package):
        return f"pkg:cargo/{package['name']}@{package['version']}"

    def component(package):
        checksum = checksums.get((package["name"], package["version"]))
        return {
            "type": "application" if package["id"] == root else "library",
            "bom-ref": purl(package),
            "name": package["name"],
            "version": package["version"],
            "licenses": [{"expression": package["license"].replace("/", " OR ")}],
            "purl": purl(package),
            **({"hashes": [{"alg": "SHA-256", "content": checksum}]} if checksum else {}),
        }

    ordered = sorted(packages.values(), key=purl)
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "timestamp": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(EPOCH)),
            "component": component(packages[root]),
            "properties": [{"name": "commit", "value": COMMIT}],
        },
        "components": [component(package) for package in ordered if package["id"] != root],
        "dependencies": [
            {"ref": purl(package), "dependsOn": sorted(purl(packages[id]) for id in uses[package["id"]])} for package in ordered
        ],
    }


def write_tar(path, files):
    """Writes a compressed archive of (name, bytes, mode)."""
    with path.open("wb") as raw, gzip.GzipFile("", "wb", 9, raw, EPOCH) as packed:
        with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
            for name, content, mode in sorted(files):
                entry = tarfile.TarInfo(name)
                entry.size, entry.mode, entry.mtime = len(content), mode, EPOCH
                archive.addfile(entry, io.BytesIO(content))


def write_zip(path, files):
    date = time.gmtime(EPOCH)[:6]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content, mode in sorted(files):
            entry = zipfile.ZipInfo(name, date)
            entry.external_attr, entry.compress_type = (0o100000 | mode) << 16, zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)


def installed(work, notice):
    """Returns the files installed next to the program, as (name, bytes, mode)."""
    files = [(name, (ROOT / name).read_bytes(), 0o644) for name in DOCUMENTS]
    files += [("THIRD-PARTY.txt", notice.encode(), 0o644)]
    for folder in ["completions", "man"]:
        files += [(f"{folder}/{file.name}", file.read_bytes(), 0o644) for file in (work / folder).iterdir()]
    return files


def write_debian(path, version, architecture, program, beside, work):
    """Builds a package with dpkg-deb. Returns false if there is none."""
    if not shutil.which("dpkg-deb"):
        return False
    tree = work / "debian"
    places = {
        "completions/bulkdoku.bash": "usr/share/bash-completion/completions/bulkdoku",
        "completions/bulkdoku.zsh": "usr/share/zsh/vendor-completions/_bulkdoku",
        "completions/bulkdoku.fish": "usr/share/fish/vendor_completions.d/bulkdoku.fish",
    }
    files = {"usr/bin/bulkdoku": (program, 0o755)}
    for name, content, mode in beside:
        if name.startswith("man/"):
            files[f"usr/share/man/man1/{name[4:]}.gz"] = (gzip.compress(content, mtime=0), mode)
        elif name in places:
            files[places[name]] = (content, mode)
        elif not name.startswith("completions/"):
            files[f"usr/share/doc/bulkdoku/{name}"] = (content, mode)
    licence = b"bulkdoku is licensed under MIT OR Apache-2.0: LICENSE-MIT and LICENSE-APACHE; its dependencies: THIRD-PARTY.txt.\n"
    files["usr/share/doc/bulkdoku/copyright"] = (licence, 0o644)
    size = sum(len(content) for content, _ in files.values()) // 1024
    control = (
        f"Package: bulkdoku\nVersion: {version}\nArchitecture: {architecture}\nInstalled-Size: {size}\n"
        "Maintainer: the bulkdoku project\nSection: math\nPriority: optional\nDepends: libc6 (>= 2.17)\n"
        "Description: solves files of Sudoku puzzles\n Every answer, in the order of the input, millions per second.\n"
    )
    files["DEBIAN/control"] = (control.encode(), 0o644)
    shutil.rmtree(tree, ignore_errors=True)
    for name, (content, mode) in files.items():
        file = tree / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
        file.chmod(mode)
    for folder in [tree, *(entry for entry in tree.rglob("*") if entry.is_dir())]:
        folder.chmod(0o755)
    subprocess.run(["dpkg-deb", "--root-owner-group", "-Zxz", "--build", tree, path], check=True, stdout=subprocess.DEVNULL)
    return True


def write_source_distribution(path, source):
    """Adds the commit, since a build of an unpacked source distribution has no repository."""
    with tarfile.open(source) as archive:
        files = [(entry.name, archive.extractfile(entry).read(), 0o644) for entry in archive if entry.isfile()]
    top = files[0][0].split("/")[0]
    names = {name for name, _, _ in files}
    if f"{top}/.cargo_vcs_info.json" not in names:
        info = {"git": {"sha1": COMMIT.rstrip("+"), "dirty": COMMIT.endswith("+")}, "path_in_vcs": ""}
        files.append((f"{top}/.cargo_vcs_info.json", json.dumps(info).encode(), 0o644))
    write_tar(path, files)


def tried(folder, target):
    """Returns the results of trying the files of a target on this machine."""
    result = subprocess.run([ROOT / "scripts/release/try.sh", folder, target], capture_output=True, text=True)
    print(result.stdout + result.stderr, end="", file=sys.stderr)
    if result.returncode not in (0, 3):
        sys.exit(f"the release for {target} does not work")
    return result.stdout.splitlines()


def main():
    work, folder = Path(sys.argv[1]), Path(sys.argv[2])
    root, packages, uses = dependencies(metadata())
    version = packages[root]["version"]
    notice = notices(root, packages)
    beside = installed(work, notice)
    targets = sorted(entry.name for entry in (work / "programs").iterdir())
    for target in targets:
        is_windows = "windows" in target
        name = "bulkdoku.exe" if is_windows else "bulkdoku"
        program = (work / "programs" / target / name).read_bytes()
        top = f"bulkdoku-{version}-{target}"
        files = [(f"{top}/{file}", content, mode) for file, content, mode in [(name, program, 0o755), *beside]]
        (write_zip if is_windows else write_tar)(folder / (top + (".zip" if is_windows else ".tar.gz")), files)
        if target in DEBIAN:
            write_debian(folder / f"bulkdoku_{version}_{DEBIAN[target]}.deb", version, DEBIAN[target], program, beside, work)
    for file in sorted((work / "wheels").iterdir()):
        if file.name.endswith(".tar.gz"):
            write_source_distribution(folder / file.name, file)
        else:
            shutil.copy(file, folder)
    (folder / "THIRD-PARTY.txt").write_text(notice)
    (folder / "bulkdoku.cdx.json").write_text(json.dumps(bill_of_materials(root, packages, uses), indent=1) + "\n")

    lines = [f"# bulkdoku {version}", "", f"Built from commit {COMMIT}.", "", "| file | tried |", "|---|---|"]
    trials = [*(work / "tried").read_text().splitlines(), *(line for target in targets for line in tried(folder, target))]
    results = dict(line.split(": ", 1) for line in trials)
    for file in sorted(folder.iterdir()):
        is_run = not file.name.endswith((".txt", ".json"))
        lines.append(f"| {file.name} | {results.get(file.name, '**not run**' if is_run else '')} |")
    lines += [f"\nNot built: {line}" for line in (work / "not-built").read_text().splitlines()]
    (folder / "README.md").write_text("\n".join(lines) + "\n")
    sums = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in sorted(folder.iterdir())]
    (folder / "SHA256SUMS").write_text("".join(sums))


main()
