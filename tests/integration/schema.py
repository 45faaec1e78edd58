"""Validates the presets against the schema of deck specs, by python-jsonschema. One finding a line:
"keeps" or "breaks", then what was held against it."""
import json
import pathlib
import sys
import tomllib

import jsonschema

schema = json.loads(sys.stdin.read())
Validator = jsonschema.Draft202012Validator
Validator.check_schema(schema)
presets = {path.stem: path.read_text() for path in sorted(pathlib.Path("templates/decks").glob("*.toml"))
           if not path.stem.endswith("-rules")}


def held(what, kind, value):
    print("keeps" if Validator(kind).is_valid(value) else "breaks", what)


for name, text in presets.items():
    held(f"preset {name}", schema, tomllib.loads(text))

good = presets["future-imperfect"]
for old, new in [
    ("rows = 5", "rows = 9"),
    ("rows = 5", 'rows = "five"'),
    ('yes = "even"', 'yes = "often"'),
    ('"d12"', '"12"'),
    ("-2 = 6", "-20 = 6"),
    ("steps = 1", "step = 1"),
    ("seed = 54", ""),
]:
    assert old in good, old
    held(f"slip {new!r}", schema, tomllib.loads(good.replace(old, new, 1)))


def walk(name, kind):
    for value in kind.get("examples", []) + ([kind["default"]] if "default" in kind else []):
        held(f"example {name}", kind, value)
    for key, below in kind.get("properties", {}).items():
        if isinstance(below, dict):
            walk(f"{name}.{key}", below)
    if isinstance(kind.get("items"), dict):
        walk(f"{name}[]", kind["items"])


walk("spec", schema)
