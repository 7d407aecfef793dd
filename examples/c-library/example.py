"""Filters records by a predicate in Python: python3 example.py LIBRARY

LIBRARY is libopenpredicate.so, or libopenpredicate.dylib.
"""
import ctypes
import json
import sys


class OpenPredicate:
    """The functions of the library, with Python's values in the place of JSON."""

    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        text = ctypes.c_char_p
        functions = {"check": [text, text], "format": [text, text], "evaluate": [text, text, text],
                     "filter": [text, text, ctypes.c_size_t, text], "explain": [text, text, text]}
        for name, types in functions.items():
            function = getattr(self.library, "openpredicate_" + name)
            function.argtypes = types
            # A pointer and no c_char_p, which would lose what has to be freed.
            function.restype = ctypes.c_void_p
        self.library.openpredicate_free.argtypes = [ctypes.c_void_p]
        self.library.openpredicate_free.restype = None

    def _answer(self, name, *arguments, **options):
        words = [a.encode() if isinstance(a, str) else a for a in arguments]
        pointer = getattr(self.library, "openpredicate_" + name)(*words, json.dumps(options).encode())
        if not pointer:
            raise MemoryError
        try:
            answer = json.loads(ctypes.string_at(pointer))
        finally:
            self.library.openpredicate_free(pointer)
        if "error" in answer:
            raise ValueError(answer["error"]["message"])
        return answer

    def check(self, predicate, **options):
        return self._answer("check", predicate, **options)["findings"]

    def format(self, predicate, **options):
        return self._answer("format", predicate, **options)["canonical"]

    def holds(self, predicate, record, **options):
        return self._answer("evaluate", predicate, json.dumps(record), **options)["holds"]

    def explain(self, predicate, record, **options):
        return self._answer("explain", predicate, json.dumps(record), **options)["explanation"]

    def filter(self, predicate, records, **options):
        lines = "\n".join(json.dumps(record) for record in records).encode()
        answer = self._answer("filter", predicate, lines, len(lines), **options)
        return [records[line - 1] for line in answer["matches"]]


def main():
    language = OpenPredicate(sys.argv[1])
    movies = [{"title": "Alien", "year": 1979}, {"title": "Brazil", "year": 1985}, {"title": "Élisa", "year": 1995}]
    print(language.filter("year > $least AND title BEGINSWITH[d] 'E'", movies, variables={"least": 1980}))
    print(language.format("year>1980&&title=='Alien'"))
    print(language.holds("year > 1980", movies[0]))
    print([part["holds"] for part in language.explain("year > 1980 OR title == 'Alien'", movies[0])["parts"]])
    print([finding["code"] for finding in language.check("@invalid == 'AppleTV'", profile="ddm")])
    try:
        language.holds("year >", movies[0])
    except ValueError as error:
        print(error)


if __name__ == "__main__":
    main()
