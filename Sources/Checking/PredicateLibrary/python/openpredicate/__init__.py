"""Predicates of NSPredicate: check documents and predicates, and try predicates on records.

    >>> import openpredicate
    >>> openpredicate.check("machine_type == laptop", profile="munki")[0]["code"]
    'unquoted-word'
    >>> openpredicate.Predicate("year > $least", variables={"least": 1980}).holds({"year": 1985})
    True

Options are those of openpredicate.h: profile, profile_json, variables, at, edits.
"""
import ctypes
import json
import os
import sys

__all__ = ["Checker", "Predicate", "PredicateError", "check", "check_document", "format"]


class PredicateError(ValueError):
    """An error of a predicate, a record or an option. `details` has code, message, hint and place."""

    def __init__(self, details):
        super().__init__(details["message"])
        self.details = details
        self.code = details["code"]


def _load():
    name = "libopenpredicate.dylib" if sys.platform == "darwin" else "libopenpredicate.so"
    path = os.environ.get("OPENPREDICATE_LIBRARY") or os.path.join(os.path.dirname(os.path.abspath(__file__)), name)
    library = ctypes.CDLL(path)
    text, size, handle = ctypes.c_char_p, ctypes.c_size_t, ctypes.c_void_p
    functions = {
        "check": [text, text], "format": [text, text], "check_document": [text, size, text, text], "prepare": [text, text],
        "prepared_evaluate": [handle, text], "prepared_filter": [handle, text, size], "prepared_explain": [handle, text],
        "prepared_check": [handle, text], "prepared_check_document": [handle, text, size, text],
    }
    for function, types in functions.items():
        entry = getattr(library, "openpredicate_" + function)
        entry.argtypes = types
        # A pointer, since a c_char_p would lose the address that has to be freed.
        entry.restype = ctypes.c_void_p
    for function in ("free", "release"):
        entry = getattr(library, "openpredicate_" + function)
        entry.argtypes, entry.restype = [ctypes.c_void_p], None
    return library


_library = _load()


def _bytes(value):
    return value.encode() if isinstance(value, str) else bytes(value)


def _options(profile_json=None, **options):
    if profile_json is not None:
        options["profileJSON"] = profile_json if isinstance(profile_json, str) else json.dumps(profile_json)
    return json.dumps({name: value for name, value in options.items() if value is not None}).encode()


def _answer(name, *arguments):
    pointer = getattr(_library, "openpredicate_" + name)(*arguments)
    if not pointer:
        raise MemoryError
    try:
        answer = json.loads(ctypes.string_at(pointer))
    finally:
        _library.openpredicate_free(pointer)
    if "error" in answer:
        raise PredicateError(answer["error"])
    return answer


def check(predicate, **options):
    """Every error and note of a predicate, each a dictionary."""
    return _answer("check", _bytes(predicate), _options(**options))["findings"]


def format(predicate, **options):
    """The canonical form of a predicate."""
    return _answer("format", _bytes(predicate), _options(**options))["canonical"]


def check_document(document, name, **options):
    """Every error and note of the predicates in a document, a text or bytes. Its name gives the kind of the file."""
    data = _bytes(document)
    return _answer("check_document", data, len(data), _bytes(name), _options(**options))["findings"]


class _Handle:
    def __init__(self, predicate, options):
        self._handle = _library.openpredicate_prepare(predicate, _options(**options))

    def __del__(self):
        handle, self._handle = getattr(self, "_handle", None), None
        if handle:
            _library.openpredicate_release(handle)


class Predicate(_Handle):
    """A predicate that is read once, and tried on many records."""

    def __init__(self, text, **options):
        # An error of the text is raised here rather than by the first record.
        format(text, **{name: options[name] for name in ("profile", "profile_json") if name in options})
        super().__init__(_bytes(text), options)

    def holds(self, record):
        """Whether the predicate holds of a record, a dictionary."""
        return _answer("prepared_evaluate", self._handle, json.dumps(record).encode())["holds"]

    def explain(self, record):
        """Why the predicate holds of a record or not."""
        return _answer("prepared_explain", self._handle, json.dumps(record).encode())["explanation"]

    def filter(self, records):
        """The records that the predicate holds of. A record on which it fails raises an error."""
        records = list(records)
        lines = "\n".join(json.dumps(record) for record in records).encode()
        answer = _answer("prepared_filter", self._handle, lines, len(lines))
        if answer["failures"]:
            raise PredicateError(answer["failures"][0])
        return [records[line - 1] for line in answer["matches"]]


class Checker(_Handle):
    """A profile that is read once, for many predicates and documents."""

    def __init__(self, **options):
        super().__init__(None, options)

    def check(self, predicate):
        """Every error and note of a predicate."""
        return _answer("prepared_check", self._handle, _bytes(predicate))["findings"]

    def check_document(self, document, name):
        """Every error and note of the predicates in a document."""
        data = _bytes(document)
        return _answer("prepared_check_document", self._handle, data, len(data), _bytes(name))["findings"]
