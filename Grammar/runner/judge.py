"""What an answer is worth: verdicts on the answers of an implementation. Standard library only."""
from decimal import InvalidOperation

from values import normal, same

VERDICTS = ["pass", "fail", "accepts-wrongly", "rejects-wrongly", "crash", "timeout", "choice", "skipped"]
WRONG = set(VERDICTS[1:6])
KINDS = set("""syntax argument-missing argument-type unbound-variable unknown-key unknown-function type domain limit
unsupported""".split())
RESULTS = ("value", "ids", "canonical", "rows", "count", "parts", "error", "skip")


def form_of(answer, number):
    """What is wrong with the form of an answer to a request; empty where it is what the protocol says."""
    if not isinstance(answer, dict):
        return "the line is no JSON object"
    if type(answer.get("id")) is not int or answer["id"] != number:
        return f"the id is {answer.get('id')!r} where the request has {number}"
    results = [name for name in RESULTS if name in answer]
    if len(results) != 1:  # More than one would be right whatever is expected.
        return f"an answer has one result, this one has {', '.join(results) or 'none'}"
    return f"{results[0]} is not what PROTOCOL.md says it is" if result_of(answer) == "fail" else ""


def result_of(answer):
    """The one result of an answer as (name, content); "fail" where it is not what the protocol says an answer is."""
    results = [name for name in RESULTS if name in answer]
    if len(results) != 1:
        return "fail"
    name, content = results[0], answer[results[0]]
    fine = {"value": True, "ids": isinstance(content, list) and all(type(key) is int for key in content),
            "canonical": isinstance(content, str), "skip": isinstance(content, str), "parts": isinstance(content, dict),
            "count": type(content) is int, "rows": isinstance(content, list) and isinstance(answer.get("columns"), list),
            "error": isinstance(content, dict) and isinstance(content.get("kind"), str) and content["kind"] in KINDS}
    if name == "skip" and fine[name]:
        return "skipped"
    if name == "rows" and fine[name]:
        content = {"columns": answer["columns"], "rows": content}
    return (name, content) if fine[name] else "fail"


class Judge:
    """Verdicts in a dialect. In `apple` any error is right where one is expected, and numbers are compared by value."""

    def __init__(self, dialect):
        self.is_open = dialect == "open"

    def admits(self, expect, name, content, text):
        """Whether a result is what a case expects. `text` is what a range is about."""
        if "anyOf" in expect:
            return any(self.admits(alternative, name, content, text) for alternative in expect["anyOf"])
        if "error" in expect:
            return name == "error" and (not self.is_open or self.is_error(expect, content, text))
        if "valid" in expect:
            return name != "error"
        if "ids" in expect or "count" in expect or "parts" in expect:
            return name in expect and content == expect[name]
        try:
            if "rows" in expect:
                # Without rows the names of the columns may be missing.
                columns = expect["columns"] if content["columns"] or expect["rows"] else []
                return name == "rows" and content["columns"] == columns and same(expect["rows"], content["rows"])
            return name == "value" and same(
                normal(expect["value"]), normal(content), expect.get("tolerance", 0), not self.is_open)
        except (ValueError, KeyError, TypeError, AttributeError, OverflowError, InvalidOperation):
            return False

    @staticmethod
    def is_error(expect, content, text):
        """Whether an error is of the kind that is expected, and, where both name a place, at that place."""
        place = content.get("range")
        is_place = isinstance(place, list) and len(place) == 2 and all(type(offset) is int for offset in place)
        if content["kind"] != expect["error"] or not is_place:
            return content["kind"] == expect["error"]
        if "place" in expect:
            return text.encode()[place[0]:place[1]].decode(errors="replace") == expect["place"]
        return "range" not in expect or place == expect["range"]

    def admits_any(self, expect, wants_error):
        if "anyOf" in expect:
            return any(self.admits_any(alternative, wants_error) for alternative in expect["anyOf"])
        return ("error" in expect) == wants_error

    def verdict(self, op, expect, name, content, text):
        of_op = {"filter": ("ids",), "parse": ("canonical",), "fetch": ("rows", "count", "parts")}.get(op, ("value",))
        if name != "error" and (name not in of_op or (op == "evaluate" and not isinstance(content, bool))):
            return "fail"
        if self.admits(expect, name, content, text):
            return "pass"
        wrongly = "rejects-wrongly" if name == "error" else "accepts-wrongly"
        return "fail" if self.admits_any(expect, name == "error") else wrongly
