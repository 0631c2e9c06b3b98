#!/usr/bin/env python3
"""Checks the dependencies and the public items of the package.

usage: scripts/package.py dependencies
       scripts/package.py items [--check | --update]

dependencies reads `cargo metadata` and follows the dependencies of the package bulkdoku: those of the program and the library, of
their builds, and of their tests. It fails if one of them

- has no licence that the lists below allow,
- does not come from crates.io,
- occurs in two versions,
- is the eleventh dependency for users of only `Solver`, or compiles C code for them.

Dependencies of only the Python package are built on Linux for the wheel. They are followed for that platform, and may occur in
two versions. The measuring packages below benches/ are not followed, because they are not published. Unlike cargo-deny, it needs
no network.

items prints the public items of the library with their signatures, bounds and trait implementations, without those of the compiler
(auto traits) and of other crates for all types (blanket implementations). It reads the pages of `cargo doc --no-deps`, which it
runs: cargo-public-api needs a nightly compiler, and rustdoc's JSON has neither rendered types nor a stable format. --check compares
them with the list in scripts/public-items.txt, so every change is deliberate, and fails if no example of the documentation or of
examples/ shows a function, a type, or a method, constant or field of one; --update writes that list.
"""

import difflib
import html
import json
import os
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# Licences whose only condition on distributing a program is to name its authors.
ALLOWED = {
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
}

# The largest number of dependencies for users of only `Solver`.
MOST_OF_SOLVER = 10

CRATES_IO = "registry+https://github.com/rust-lang/crates.io-index"


def metadata(*features):
    command = ["cargo", "metadata", "--format-version", "1", "--locked", *features]
    result = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return json.loads(result.stdout)


def dependencies(data, name="bulkdoku"):
    """Returns the direct and indirect dependencies of a package of the workspace, sorted by name."""
    packages = {package["id"]: package for package in data["packages"]}
    nodes = {node["id"]: node["dependencies"] for node in data["resolve"]["nodes"]}
    root = next(id for id, package in packages.items() if package["name"] == name)
    found, waiting = set(), [root]
    while waiting:
        for dependency in nodes[waiting.pop()]:
            if dependency not in found:
                found.add(dependency)
                waiting.append(dependency)
    found = {id for id in found if packages[id]["name"] != "bulkdoku"}
    return sorted((packages[id] for id in found), key=lambda package: (package["name"], package["version"]))


def is_allowed(expression):
    """Returns whether the allowed licences satisfy an SPDX expression."""
    tokens = re.findall(r"[()]|[^\s()]+", expression.replace("/", " OR "))
    allowed, rest = any_of(tokens)
    if rest:
        raise ValueError(f"{expression}: what does {' '.join(rest)} mean?")
    return allowed


def any_of(tokens):
    allowed, tokens = all_of(tokens)
    while tokens[:1] == ["OR"]:
        other, tokens = all_of(tokens[1:])
        allowed = allowed or other
    return allowed, tokens


def all_of(tokens):
    allowed, tokens = licence(tokens)
    while tokens[:1] == ["AND"]:
        other, tokens = licence(tokens[1:])
        allowed = allowed and other
    return allowed, tokens


def licence(tokens):
    if tokens[0] == "(":
        allowed, tokens = any_of(tokens[1:])
        if tokens[:1] != [")"]:
            raise ValueError("a parenthesis is not closed")
        return allowed, tokens[1:]
    if tokens[1:2] == ["WITH"]:
        return " ".join(tokens[:3]) in ALLOWED, tokens[3:]
    return tokens[0] in ALLOWED, tokens[1:]


def findings(packages):
    versions = defaultdict(list)
    for package in packages:
        name = f"{package['name']} {package['version']}"
        versions[package["name"]].append(package["version"])
        if not package["license"]:
            yield f"{name}: no licence is named"
        elif not is_allowed(package["license"]):
            yield f"{name}: the licence {package['license']} is not among the allowed ones"
        if package["source"] != CRATES_IO:
            yield f"{name}: it comes from {package['source'] or 'a folder'}, not from crates.io"
    for name, several in versions.items():
        if len(several) > 1:
            yield f"{name}: there are {len(several)} versions: {', '.join(several)}"


def findings_of_solver():
    """Checks that with the feature `std` alone, the package has at most ten dependencies, none of which builds C code."""
    command = ["cargo", "tree", "--no-default-features", "--features", "std", "--edges", "normal,build", "--prefix", "none", "--format", "{p}"]
    tree = subprocess.run([*command, "--locked"], cwd=ROOT, check=True, capture_output=True, text=True)
    names = {line.split()[0] for line in tree.stdout.splitlines() if line} - {"bulkdoku"}
    if len(names) > MOST_OF_SOLVER:
        yield f"with the feature `std` alone there are {len(names)} dependencies: {', '.join(sorted(names))}"
    for name in sorted(names):
        if name in {"cc", "cmake", "bindgen"} or name.endswith("-sys"):
            yield f"with the feature `std` alone there is C code: {name}"


def check_the_reader():
    """Checks that the parser of expressions accepts what it must and rejects the rest."""
    for expression in ("MIT", "MIT/GPL-3.0", "(MIT OR GPL-3.0) AND Unicode-3.0", "Apache-2.0 WITH LLVM-exception"):
        assert is_allowed(expression), expression
    for expression in ("GPL-3.0", "MIT AND GPL-3.0", "(GPL-3.0 OR AGPL-3.0) AND MIT", "MIT WITH Other-exception"):
        assert not is_allowed(expression), expression


def check_dependencies():
    check_the_reader()
    packages = dependencies(metadata("--features", "bench,cli"))
    found = list(findings(packages))
    of_wheel = dependencies(metadata("--filter-platform", "x86_64-unknown-linux-gnu"), "bulkdoku-python")
    new = [package for package in of_wheel if package["id"] not in {other["id"] for other in packages}]
    found += [finding for package in new for finding in findings([package])]
    packages += new
    found += findings_of_solver()
    for finding in found:
        print(finding)
    print(f"{len(packages)} dependencies, {len(found)} findings", file=sys.stderr)
    sys.exit(bool(found))


LIST = ROOT / "scripts/public-items.txt"
PAGES = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "doc/bulkdoku"
HEADING = re.compile(r'<h2 id="([a-z-]+)"')
EXAMPLE = re.compile(r'<pre class="rust rust-example-rendered"><code>(.*?)</code></pre>', re.DOTALL)
DECLARATION = re.compile(r'<pre class="rust item-decl"><code>(.*?)</code></pre>', re.DOTALL)
MEMBER = re.compile(
    r'<(?:section|span) id="(method|tymethod|structfield|variant|associatedconstant|associatedtype|impl)[.-]([^"]+)".*?'
    r'<(code|h3 class="code-header"|h4 class="code-header")>(.*?)</(?:code|h3|h4)>',
    re.DOTALL,
)


def items():
    """Returns the lines of the list: for each item its declaration, its members, and the traits that it implements."""
    lines = []
    for page, kind, name in listed():
        top, own, traits = sections(page)
        declaration = plain(DECLARATION.search(top)[1])
        lines.append(f"{name}: {declaration if kind in ('fn', 'type', 'constant') else declaration.partition(' {')[0]}")
        if kind != "type":
            lines += sorted({f"{name}: {line}" for line in members(own)})
            lines += sorted(f"{name}: {line}" for line in implementations(traits))
    return lines


def listed():
    """Returns the page, the kind and the name of each item, sorted by name."""
    text = (PAGES / "all.html").read_text(encoding="utf-8")
    return sorted(re.findall(r'<a href="((?:[^"]*/)?([a-z]+)\.[^"]+\.html)">([^<]+)</a>', text), key=lambda item: item[2])


def sections(page):
    """Returns three sections of a page: its top, the members, and the implementations of traits."""
    top, *found = HEADING.split((PAGES / page).read_text(encoding="utf-8"))
    parts = dict(zip(found[::2], found[1::2]))
    traits = parts.pop("trait-implementations", "") + parts.pop("foreign-impls", "")
    for others in ("synthetic-implementations", "blanket-implementations", "implementors"):
        parts.pop(others, None)
    return top, "".join(parts.values()), traits


def plain(markup):
    """Returns what a reader sees of a page, in one line."""
    text = re.sub(r"<summary.*?</summary>|<[^>]*>", " ", re.sub(r"</?(?:a|span|code)\b[^>]*>", "", markup), flags=re.DOTALL)
    line = re.sub(r"\s+", " ", html.unescape(text).replace("ⓘ", "")).strip()
    return line.replace("( ", "(").replace(", )", ")").rstrip(",;")


def members(page):
    for kind, label, _, markup in MEMBER.findall(page):
        text = plain(markup)
        if kind == "variant" and ".field." in label:
            yield f"variant {label.partition('.')[0]} with {text}"
        elif kind in ("variant", "structfield"):
            yield f"{kind.removeprefix('struct')} {text}"
        elif kind != "impl" or "<" in text:
            yield text


def implementations(page):
    """Yields each implementation of a trait with its associated types."""
    line = ""
    for kind, _, _, markup in [*MEMBER.findall(page), ("impl", "", "", "")]:
        if kind == "associatedtype":
            line += f", {plain(markup)}"
        elif kind == "impl":
            if line and "StructuralPartialEq" not in line:
                yield line
            line = plain(markup)


def without_example():
    """Yields the functions, types and members that no example shows. Variants are shown by their type.

    An example shows a type if it is on the type's page or names the type. Such an example shows the members that it uses.
    """
    of_page = {page: examples(page) for page in PAGES.rglob("*.html")}
    everywhere = [example for found in of_page.values() for example in found]
    everywhere += [file.read_text(encoding="utf-8") for file in (ROOT / "examples").glob("*.rs")]
    for page, kind, name in listed():
        type_name = name.rpartition("::")[2]
        prefixes = {"method": rf"(?:\.|\b{type_name}::)", "associatedconstant": f"{type_name}::", "structfield": ""}
        shown = of_page[PAGES / page] + [example for example in everywhere if uses(example, type_name)]
        if not shown:
            yield name
        for member_kind, label, _, _ in MEMBER.findall(sections(page)[1]) if kind != "type" else ():
            member, prefix = label.rpartition(".")[2], prefixes.get(member_kind)
            if prefix is not None and not any(uses(example, member, prefix) for example in shown):
                yield f"{name}: {member}"


def examples(page):
    """Returns the text of the examples of a page."""
    return [html.unescape(re.sub("<[^>]*>", "", markup)) for markup in EXAMPLE.findall(page.read_text(encoding="utf-8"))]


def uses(example, name, prefix=""):
    return re.search(rf"{prefix}\b{name}\b", example)


def public_items(mode):
    subprocess.run(["cargo", "doc", "--no-deps", "--quiet"], cwd=ROOT, check=True)
    lines = items()
    if not lines:
        sys.exit(f"no items were found in {PAGES}")
    if mode == "--update":
        LIST.write_text("\n".join(lines) + "\n", encoding="utf-8")
    elif mode == "--check":
        listed = LIST.read_text(encoding="utf-8").splitlines()
        changes = [line for line in difflib.ndiff(listed, lines) if line[0] in "+-"]
        if changes:
            print("\n".join(changes))
            sys.exit("the public items have changed: if that is meant, run scripts/package.py items --update")
        missing = list(without_example())
        if missing:
            print("\n".join(missing))
            sys.exit("no example shows these public items: add one to the documentation of the type, or to examples/")
        print(f"{len(lines)} public items, as listed, all shown in examples", file=sys.stderr)
    else:
        print("\n".join(lines))


def main():
    match sys.argv[1:]:
        case ["dependencies"]:
            check_dependencies()
        case ["items"]:
            public_items("")
        case ["items", "--check" | "--update" as mode]:
            public_items(mode)
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
