"""The part of JSON Schema 2020-12 that the schemas of this folder use. Standard library only.

    problems({"type": "integer"}, 1.5)   # ["$: 1.5 is no integer"]
"""
import json
import re

TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None), "integer": int, "number": (int, float)}
KNOWN = set("""$schema $id $defs $ref title description type properties required additionalProperties items minItems maxItems uniqueItems
enum const pattern minLength minimum exclusiveMinimum oneOf anyOf not dependentRequired""".split())


def is_of(kind, value):
    return isinstance(value, TYPES[kind]) and (kind == "boolean" or not isinstance(value, bool))


def problems(schema, value, root=None, place="$"):
    """What is wrong with a value, by a schema; no problem where it fits."""
    root, found = root or schema, []
    if schema in (True, {}):
        return []
    if unknown := set(schema) - KNOWN:
        raise ValueError(f"schema.py does not know {sorted(unknown)}")

    def wrong(text):
        found.append(f"{place}: {json.dumps(value, ensure_ascii=False)[:80]} {text}")

    if "$ref" in schema:
        found += problems(root["$defs"][schema["$ref"].removeprefix("#/$defs/")], value, root, place)
    kinds = schema.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if kinds and not any(is_of(kind, value) for kind in kinds):
        wrong(f"is no {' or '.join(kinds)}")
    if "enum" in schema and value not in schema["enum"]:
        wrong(f"is none of {schema['enum']}")
    if "const" in schema and value != schema["const"]:
        wrong(f"is not {schema['const']}")
    if isinstance(value, str):
        if "pattern" in schema and not re.search(schema["pattern"], value):
            wrong(f"does not match {schema['pattern']}")
        if len(value) < schema.get("minLength", 0):
            wrong("is too short")
    if is_of("number", value) and (value < schema.get("minimum", value) or value <= schema.get("exclusiveMinimum", float("-inf"))):
        wrong("is too small")
    if isinstance(value, list):
        if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
            wrong("has a wrong number of elements")
        if schema.get("uniqueItems") and len({json.dumps(element, sort_keys=True) for element in value}) < len(value):
            wrong("has an element twice")
        for index, element in enumerate(value):
            found += problems(schema.get("items", {}), element, root, f"{place}[{index}]")
    if isinstance(value, dict):
        found += [f"{place}: {name} is missing" for name in schema.get("required", []) if name not in value]
        for name, needed in schema.get("dependentRequired", {}).items():
            found += [f"{place}: {name} needs {other}" for other in needed if name in value and other not in value]
        for name, member in value.items():
            rest = schema.get("additionalProperties", True)
            if name in schema.get("properties", {}):
                found += problems(schema["properties"][name], member, root, f"{place}.{name}")
            elif rest is False:
                found.append(f"{place}: there is no member {name}")
            elif rest is not True:
                found += problems(rest, member, root, f"{place}.{name}")
    for word, fits in (("oneOf", lambda count: count == 1), ("anyOf", lambda count: count > 0)):
        if word in schema and not fits(sum(not problems(choice, value, root, place) for choice in schema[word])):
            wrong(f"fits not {'exactly' if word == 'oneOf' else 'at least'} one form")
    if "not" in schema and not problems(schema["not"], value, root, place):
        wrong("fits what it must not")
    return found
