#!/usr/bin/env python3
"""Prints the import layers of the modules of src, and fails on import cycles.

    scripts/imports.py            # the modules of src
    scripts/imports.py table      # the modules and files of one module

A module is above all modules whose names it uses; a name is followed through `pub use` to the file that
defines it. Files within a module may use each other. Test code is ignored.
"""

import re
import sys
from collections import defaultdict
from pathlib import Path

SRC = Path(__file__).resolve().parent.parent / "src"
VISIBLE = r"(?:pub(?:\([^)]*\))?\s+)?"
ITEM = VISIBLE + r"(?:const\s+|unsafe\s+)*(?:fn|struct|enum|trait|type|const|static|macro_rules!)\s+(\w+)"


def without_tests(text):
    """The lines of a file that are not comments and not under `cfg(test)`."""
    lines, kept, at = text.split("\n"), [], 0
    while at < len(lines):
        line = lines[at]
        if line.strip().startswith(("#[cfg(test)]", "#[cfg(all(test")):
            at += 1
            while lines[at].strip().startswith("#"):
                at += 1
            indent = len(lines[at]) - len(lines[at].lstrip())
            if not lines[at].rstrip().endswith(";"):
                while not lines[at].startswith(" " * indent + "}"):
                    at += 1
        elif not line.strip().startswith("//"):
            kept.append(line)
        at += 1
    # The parent of a module within the file is the file.
    inside = re.compile(rf"^( *){VISIBLE}mod \w+ {{\n.*?^\1}}", re.M | re.S)
    return inside.sub(lambda block: block[0].replace("super::", "self::"), "\n".join(kept))


def paths_of(use):
    """The single paths of a `use` with braces."""
    opening = use.find("{")
    if opening < 0:
        return [use]
    head, depth, piece, pieces = use[:opening], 0, "", []
    for letter in use[opening + 1 : use.rindex("}")]:
        depth += {"{": 1, "}": -1}.get(letter, 0)
        if letter == "," and depth == 0:
            pieces.append(piece)
            piece = ""
        else:
            piece += letter
    return [head + path for part in pieces + [piece] if part for path in paths_of(part)]


class ModuleGraph:
    """The files of src as modules: tuples of names below the crate."""

    def __init__(self):
        texts = {}
        for file in sorted(SRC.rglob("*.rs")):
            module = file.relative_to(SRC).with_suffix("").parts
            texts[module[:-1] if module[-1] == "mod" else module] = without_tests(file.read_text())
        texts[()] = texts.pop(("lib",))
        declared = {(), ("main",)}
        for module, text in texts.items():
            declared |= {(*module, name) for name in re.findall(rf"^\s*{VISIBLE}mod\s+(\w+)\s*;", text, re.M)}
        # The children of a test module are test modules too.
        live = lambda module: all(module[:length] in declared for length in range(len(module) + 1))
        self.texts = {module: text for module, text in texts.items() if live(module)}
        self.uses = {module: self.uses_of(module) for module in self.texts}
        self.imports = {module: self.imports_of(module) for module in self.texts}

    def uses_of(self, module):
        """Each `use`: whether it is a re-export, the name, the path from the crate."""
        found = []
        for visible, use in re.findall(rf"^\s*({VISIBLE})use\s+([^;]+);", self.texts[module], re.M):
            for path in paths_of(re.sub(r"\s+", "", use.replace(" as ", "@"))):
                path, _, name = path.partition("@")
                if path.endswith("::self"):
                    path = path[: -len("::self")]
                whole = self.absolute(module, path.split("::"))
                if whole is not None:
                    found.append((bool(visible), name or path.split("::")[-1], whole))
        return found

    def absolute(self, module, path):
        if path[0] in ("crate", "actiondeck"):
            return tuple(path[1:])
        if path[0] == "self":
            return (*module, *path[1:])
        if path[0] == "super":
            while path and path[0] == "super":
                module, path = module[:-1], path[1:]
            return (*module, *path)
        return (*module, *path) if (*module, path[0]) in self.texts else None

    def defining_file(self, path, steps=0):
        """The file that defines the item of this path."""
        if path in self.texts or steps > 9:
            return path if path in self.texts else None
        above = next(path[:length] for length in range(len(path) - 1, -1, -1) if path[:length] in self.texts)
        name, rest = path[len(above)], path[len(above) + 1 :]
        for _, known, whole in self.uses.get(above, ()):
            if known == name and whole != path:
                return self.defining_file((*whole, *rest), steps + 1)
            if known == "*" and whole[:-1] in self.texts and name in re.findall(ITEM, self.texts[whole[:-1]]):
                return whole[:-1]
        return above

    def imports_of(self, module):
        """The files from which a file imports names, with those names."""
        imports = defaultdict(set)

        def take(path, name):
            defining_file = self.defining_file(path)
            if defining_file is not None and defining_file != module:
                imports[defining_file].add(name)

        known = {}
        for visible, name, whole in self.uses[module]:
            known[name] = whole
            path = whole[:-1] if name == "*" else whole
            # A re-export of a child's name is not a use.
            if not (visible and whole[: len(module)] == module):
                take(path, name)
        body = re.sub(rf"^\s*{VISIBLE}use\s+[^;]+;|pub\(in [^)]*\)", "", self.texts[module], flags=re.M)
        for path in re.findall(r"\b(?:crate|super|self)(?:::\w+)+", body):
            take(self.absolute(module, path.split("::")), path.split("::")[-1])
        for first, rest in re.findall(r"(?<![:\w])(\w+)((?:::\w+)+)", body):
            whole = known.get(first, (*module, first))
            if whole in self.texts:
                take((*whole, *rest.split("::")[1:]), first + rest)
        return imports


def cycles_of(imports):
    """Strongly connected components (Tarjan 1972), lower ones first, single files included."""
    number, low, stack, found = {}, {}, [], []

    def visit(file):
        number[file] = low[file] = len(number)
        stack.append(file)
        for other in sorted(imports[file]):
            if other not in number:
                visit(other)
                low[file] = min(low[file], low[other])
            elif other in stack:
                low[file] = min(low[file], number[other])
        if low[file] == number[file]:
            at = stack.index(file)
            found.append(sorted(stack[at:]))
            del stack[at:]

    for file in sorted(imports):
        if file not in number:
            visit(file)
    return found


def show_layers(imports):
    layer = {}
    for cycle in cycles_of(imports):
        below = [layer[other] for file in cycle for other in imports[file] if other in layer]
        for file in cycle:
            layer[file] = 1 + max(below, default=0)
    for level in sorted(set(layer.values()), reverse=True):
        print(f"{level:3}  " + ", ".join(sorted(file for file in layer if layer[file] == level)))


def main():
    sys.setrecursionlimit(10_000)
    graph = ModuleGraph()
    place = tuple(sys.argv[1].split("/")) if len(sys.argv) > 1 else ()
    modules = defaultdict(set)
    name = lambda file: "/".join(file[: len(place) + 1][len(place) :]) or ("mod" if place else "lib")
    for file, others in graph.imports.items():
        if file[: len(place)] == place:
            modules[name(file)] |= {name(other) for other in others if other[: len(place)] == place} - {name(file)}
    show_layers(modules)
    cycles = [cycle for cycle in cycles_of(modules) if len(cycle) > 1]
    for cycle in cycles:
        print(f"a cycle: {', '.join(cycle)}")
        for file, others in graph.imports.items():
            for other, names in others.items():
                ends = {name(file), name(other)}
                if len(ends) == 2 and ends <= set(cycle):
                    print(f"  {'/'.join(file)} uses {', '.join(sorted(names))} of {'/'.join(other)}")
    sys.exit(bool(cycles))


if __name__ == "__main__":
    main()
