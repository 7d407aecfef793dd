"""A copy of the package in which changes can be switched on. Standard library only."""
import re
import subprocess

from places import OPERATORS

# What the adapter over Swift values needs: the folders of each target, and on which targets it depends.
TARGETS = {
    "PredicateSyntax": (["Sources/Language/PredicateSyntax"], []),
    "PredicateValues": (["Sources/Language/PredicateValues"], ["PredicateSyntax"]),
    "PredicateBinding": (["Sources/Language/PredicateBinding"], ["PredicateSyntax", "PredicateValues"]),
    "PredicateMemory": (["Sources/Memory/PredicateMemory"], ["PredicateValues", "CPrefetch"]),
    "PredicateReference": (["Sources/Memory/PredicateReference"],
                           ["PredicateSyntax", "PredicateValues", "PredicateBinding", "PredicateMemory"]),
    "PredicateEngine": (["Sources/Memory/PredicateEngine"],
                        ["PredicateSyntax", "PredicateValues", "PredicateBinding", "PredicateMemory", "PredicateReference", "CPrefetch"]),
    "PredicateRecords": (["Sources/Documents/PredicateRecords"],
                         ["PredicateSyntax", "PredicateValues", "PredicateBinding", "PredicateReference", "PredicateEngine"]),
    "PredicateConformance": (["Sources/Programs/PredicateConformance/Adapter"],
                             ["PredicateSyntax", "PredicateValues", "PredicateBinding", "PredicateReference", "PredicateRecords"]),
    "engine-adapter": (["Tests/Support/EngineAdapter"],
                       ["PredicateSyntax", "PredicateValues", "PredicateBinding", "PredicateMemory", "PredicateReference",
                        "PredicateEngine", "PredicateRecords", "PredicateConformance"]),
}
# Files of these folders that need another target.
LEFT_OUT = {"AdapterProgram.swift"}

HEADER = """#include <stdbool.h>
extern int predicate_mutant;
extern unsigned char predicate_reached[];
/// Whether the change of a number is switched on. Notes that its place was reached.
static inline bool predicate_is_mutant(int number) {
  predicate_reached[number] = 1;
  return predicate_mutant == number;
}
"""
SWITCH = """#include "CMutant.h"
#include <stdio.h>
#include <stdlib.h>
int predicate_mutant;
unsigned char predicate_reached[65536];
__attribute__((constructor)) static void predicate_read_mutant(void) {
  const char *text = getenv("OPENPREDICATE_MUTANT");
  predicate_mutant = text ? atoi(text) : 0;
}
__attribute__((destructor)) static void predicate_write_reached(void) {
  const char *path = getenv("OPENPREDICATE_REACHED");
  FILE *file = path ? fopen(path, "w") : 0;
  if (!file) return;
  for (int number = 0; number < 65536; number++)
    if (predicate_reached[number]) fprintf(file, "%d\\n", number);
  fclose(file);
}
"""


def operator_name(number):
    """An operator that nobody else has."""
    digits = ""
    for _ in range(6):
        number, digit = divmod(number, 4)
        digits += "<>^|"[digit]
    return f"~{digits}~"


def definition(number, place):
    """The operator or function that stands at a place."""
    test, name = f"predicate_is_mutant({number})", operator_name(number)
    if place.rule == "constant" and place.old in ("true", "false"):
        return f"func mutant{number}(_ value: Bool) -> Bool {{ {test} ? !value : value }}"
    if place.rule == "constant":
        return f"func mutant{number}<T: Numeric>(_ value: T) -> T {{ {test} ? value + 1 : value }}"
    if place.rule == "condition":
        return f"func mutant{number}(_ value: Bool) -> Bool {{ {test} ? !value : value }}"
    if place.rule == "negation":
        return f"prefix operator {name}\nprefix func {name} (value: Bool) -> Bool {{ {test} ? value : !value }}"
    new, types, precedence = OPERATORS[place.old]
    lines = f"infix operator {name}: {precedence}\n"
    old_call, new_call = f"left {place.old} right", f"left {new} right"
    if place.old in ("&&", "||"):
        return lines + (f"func {name} (left: Bool, right: @autoclosure () throws -> Bool) rethrows -> Bool "
                        f"{{ {test} ? try left {new} right() : try left {place.old} right() }}")
    if place.old in ("+=", "-="):
        return lines + f"func {name} {types}(left: inout T, right: T) {{ if {test} {{ {new_call} }} else {{ {old_call} }} }}"
    if place.old == "..<":
        return lines + (f"func {name} {types}(left: T, right: T) -> Range<T> "
                        f"{{ {test} && left < right ? left..<right.advanced(by: -1) : left..<right }}")
    result = "Bool" if precedence == "ComparisonPrecedence" else "T"
    return lines + f"func {name} {types}(left: T, right: T) -> {result} {{ {test} ? {new_call} : {old_call} }}"


def edited(text, numbered):
    """The text with its places changed."""
    edits = []
    for number, place in numbered:
        name = operator_name(number)
        if place.rule in ("constant", "condition"):
            edits += [(place.start, place.start, f"mutant{number}("), (place.end, place.end, ")")]
        else:
            edits.append((place.start, place.end, f" {name} " if place.old == "..<" else name))
    for start, end, new in sorted(edits, key=lambda edit: edit[:2], reverse=True):
        text = text[:start] + new + text[end:]
    return text


def manifest():
    targets = []
    for name, (_, dependencies) in TARGETS.items():
        kind = "executableTarget" if name == "engine-adapter" else "target"
        names = ", ".join(f'"{dependency}"' for dependency in [*dependencies, "CMutant"])
        links = ', linkerSettings: [.linkedLibrary("_FoundationICU", .when(platforms: [.linux]))]' if name == "PredicateValues" else ""
        targets.append(f'    .{kind}(name: "{name}", dependencies: [{names}]{links}),')
    return ('// swift-tools-version:6.1\nimport PackageDescription\nlet package = Package(\n  name: "Mutants",\n'
            '  platforms: [.macOS(.v13)],\n  targets: [\n    .target(name: "CMutant"), .systemLibrary(name: "CPrefetch"),\n'
            + "\n".join(targets) + "\n  ], swiftLanguageModes: [.v6])\n")


def write(work, files):
    """Writes the files of a folder, those that are new alone, so that only these are compiled; others are deleted."""
    for path in [path for path in (work / "Sources").rglob("*") if path.is_file()]:
        if str(path.relative_to(work)) not in files:
            path.unlink()
    for name, text in files.items():
        path = work / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def generate(root, work, numbered):
    """Writes the package. `numbered` has numbers and places."""
    files = {"Package.swift": manifest(), "Sources/CMutant/include/CMutant.h": HEADER, "Sources/CMutant/CMutant.c": SWITCH}
    for path in (root / "Sources/Memory/CPrefetch").iterdir():
        files[f"Sources/CPrefetch/{path.name}"] = path.read_text(encoding="utf-8")
    for target, (folders, _) in TARGETS.items():
        definitions = ["import CMutant\n"]
        for folder in folders:
            paths = sorted((root / folder).rglob("*.swift")) if (root / folder).is_dir() else [root / folder]
            for path in paths:
                if path.name in LEFT_OUT:
                    continue
                file = str(path.relative_to(root))
                own = [(number, place) for number, place in numbered if place.file == file]
                definitions += [definition(number, place) for number, place in own]
                inner = path.relative_to(root / folder) if (root / folder).is_dir() else path.name
                files[f"Sources/{target}/{inner}"] = edited(path.read_text(encoding="utf-8"), own)
        files[f"Sources/{target}/Mutants.swift"] = "\n".join(definitions) + "\n"
    write(work, files)


def build(work, configuration):
    """The faulty lines as (file, line), none where it builds; the log stays in build.log."""
    command = ["swift", "build", "--package-path", str(work), "--configuration", configuration, "--product", "engine-adapter"]
    done = subprocess.run(command, capture_output=True, text=True)
    (work / "build.log").write_text(done.stdout + done.stderr, encoding="utf-8")
    errors = set(re.findall(r"^(\S+\.swift):(\d+):\d+: error:", done.stdout + done.stderr, re.M))
    if done.returncode != 0 and not errors:
        raise RuntimeError(f"The generated package does not build: {work}/build.log")
    return {(file, int(line)) for file, line in errors}
