"""The values of the protocol, and whether two of them are the same. Standard library only."""
import base64
import uuid
from datetime import datetime, timezone
from decimal import Decimal


def date(content):
    """Seconds since 2001, of a number or of a text in ISO 8601 form (UTC where it names no zone)."""
    if not isinstance(content, str):
        return float(normal(content))
    moment = datetime.fromisoformat(content.replace("Z", "+00:00"))
    return (moment if moment.tzinfo else moment.replace(tzinfo=timezone.utc)).timestamp() - 978307200


# The values that JSON lacks. A number is a plain Python number, everything else a tuple that begins with its tag.
TAGS = {
    "$date": date, "$uuid": uuid.UUID, "$url": str, "$decimal": Decimal, "$int": int, "$double": float,
    "$data": lambda text: base64.b64decode(text, validate=True), "$row": lambda row: (row["entity"], row["id"]),
    "$set": lambda elements: [normal(element) for element in elements],
    "$object": lambda members: {name: normal(value) for name, value in members.items()},
}


def normal(value):
    """A JSON value as one that can be compared with same()."""
    if isinstance(value, list):
        return [normal(element) for element in value]
    if not isinstance(value, dict):
        return value
    if len(value) == 1 and (tag := next(iter(value))) in TAGS:
        content = TAGS[tag](value[tag])
        return content if is_number(content) and tag != "$date" else (tag, content)
    return {name: normal(element) for name, element in value.items()}


def is_number(value):
    return isinstance(value, (int, float, Decimal)) and not isinstance(value, bool)


def same(left, right, tolerance=0, by_value=False):
    """Whether two values are the same. An integer, a double and a decimal are not, unless numbers are compared by value."""
    if is_number(left) and is_number(right):
        if type(left) is not type(right) and not by_value:
            return False
        if tolerance or {type(left), type(right)} == {float, Decimal}:
            left, right = float(left), float(right)
        return left == right or (left != left and right != right) or bool(tolerance and abs(left - right) <= tolerance)
    if type(left) is not type(right):
        return False
    if isinstance(left, list):
        left, right = dict(enumerate(left)), dict(enumerate(right))
    if isinstance(left, dict):
        return left.keys() == right.keys() and all(same(left[name], right[name], tolerance, by_value) for name in left)
    if not isinstance(left, tuple) or left[0] != right[0] or left[0] not in ("$set", "$date", "$object"):
        return left == right
    if left[0] != "$set":
        return same(left[1], right[1], tolerance, by_value)
    rest = list(right[1])
    for element in left[1]:
        position = next((i for i, other in enumerate(rest) if same(element, other, tolerance, by_value)), None)
        if position is None:
            return False
        del rest[position]
    return not rest
