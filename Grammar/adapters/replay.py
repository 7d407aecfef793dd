#!/usr/bin/env python3
"""An adapter that answers from a recording, as `foundation --record` makes one. Standard library only.

    replay.py RECORDING

The recording has a line {"hello": …}, then for each request a line {"request": …} and, unless it crashed or took too long, a
line {"answer": …}. Here a request without an answer ends the process, so that a runner sees a crash; one that was never
recorded is skipped.
"""
import json
import sys


def key(request):
    return json.dumps({name: value for name, value in request.items() if name != "id"}, sort_keys=True)


def main():
    hello, answers, last = {"engines": []}, {}, None
    with open(sys.argv[1], encoding="utf-8") as recording:
        for line in recording:
            entry = json.loads(line)
            if "hello" in entry:
                hello = entry["hello"]
            elif "request" in entry:
                last = key(entry["request"])
                answers[last] = None
            else:
                answers[last] = entry["answer"]
    for line in sys.stdin:
        request = json.loads(line)
        answer = hello if request.get("op") == "hello" else answers.get(key(request), {"skip": "This was not recorded."})
        if answer is None:
            return 1
        print(json.dumps({**answer, "id": request.get("id")}), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
