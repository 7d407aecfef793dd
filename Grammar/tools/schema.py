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


def problems(schema, value):
    """What is wrong with a value, by a schema; no problem where it fits."""
    return [f"{place}: {''.join(json.dumps(part, ensure_ascii=False)[:80] + ' ' for part in shown)}{text}"
            for place, text, *shown in mistakes(schema, value, schema, "$")]


def fits(schema, value, root):
    return next(mistakes(schema, value, root, "$"), None) is None


def mistakes(schema, value, root, place):
    """Tuples of a place, what is wrong there, and the value where a reader has to see it. Whoever asks only whether a value fits stops at the first."""
    if schema in (True, {}):
        return
    if unknown := set(schema) - KNOWN:
        raise ValueError(f"schema.py does not know {sorted(unknown)}")
    if "$ref" in schema:
        yield from mistakes(root["$defs"][schema["$ref"].removeprefix("#/$defs/")], value, root, place)
    kinds = schema.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if kinds and not any(is_of(kind, value) for kind in kinds):
        yield place, f"is no {' or '.join(kinds)}", value
    if "enum" in schema and value not in schema["enum"]:
        yield place, f"is none of {schema['enum']}", value
    if "const" in schema and value != schema["const"]:
        yield place, f"is not {schema['const']}", value
    if isinstance(value, str):
        if "pattern" in schema and not re.search(schema["pattern"], value):
            yield place, f"does not match {schema['pattern']}", value
        if len(value) < schema.get("minLength", 0):
            yield place, "is too short", value
    if is_of("number", value) and (value < schema.get("minimum", value) or value <= schema.get("exclusiveMinimum", float("-inf"))):
        yield place, "is too small", value
    if isinstance(value, list):
        if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
            yield place, "has a wrong number of elements", value
        if schema.get("uniqueItems") and len({json.dumps(element, sort_keys=True) for element in value}) < len(value):
            yield place, "has an element twice", value
        for index, element in enumerate(value):
            yield from mistakes(schema.get("items", {}), element, root, f"{place}[{index}]")
    if isinstance(value, dict):
        for name in schema.get("required", []):
            if name not in value:
                yield place, f"{name} is missing"
        for name, needed in schema.get("dependentRequired", {}).items():
            for other in needed:
                if name in value and other not in value:
                    yield place, f"{name} needs {other}"
        for name, member in value.items():
            rest = schema.get("additionalProperties", True)
            if name in schema.get("properties", {}):
                yield from mistakes(schema["properties"][name], member, root, f"{place}.{name}")
            elif rest is False:
                yield place, f"there is no member {name}"
            elif rest is not True:
                yield from mistakes(rest, member, root, f"{place}.{name}")
    for word, is_enough in (("oneOf", lambda count: count == 1), ("anyOf", lambda count: count > 0)):
        if word in schema and not is_enough(sum(fits(choice, value, root) for choice in schema[word])):
            yield place, f"fits not {'exactly' if word == 'oneOf' else 'at least'} one form", value
    if "not" in schema and fits(schema["not"], value, root):
        yield place, "fits what it must not", value
