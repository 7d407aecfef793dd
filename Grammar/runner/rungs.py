"""How far an implementation is: its required cases, and the rungs of the ladder that it has climbed. Standard library only."""


def standing(results):
    """The required cases among results, given (case, name, verdict): their number, the right ones, and the names of the others."""
    required = [(name, verdict) for case, name, verdict in results if case["level"] == "required"]
    skipped = [name for name, verdict in required if verdict == "skipped"]
    wrong = [name for name, verdict in required if verdict not in ("pass", "skipped")]
    return {"required": len(required), "right": len(required) - len(wrong) - len(skipped), "wrong": wrong, "skipped": skipped}


def ladder(results):
    """The standing on each rung that results have cases of, with the member `rung`."""
    numbers = sorted({case["rung"] for case, *_ in results if "rung" in case})
    return [{"rung": number, **standing([result for result in results if result[0].get("rung") == number])} for number in numbers]


def climbed(rungs):
    """The highest rung up to which each one is climbed; 0 if the first one is not."""
    height = 0
    for rung in rungs:
        if rung["rung"] != height + 1 or rung["right"] < rung["required"]:
            break
        height += 1
    return height


def sentence(counts, shown=5):
    """How many required results are right, wrong and skipped, with the first names of the others."""
    text = f"{counts['right']} of {counts['required']} required results are right"
    for word, names in (("wrong", counts["wrong"]), ("skipped", counts["skipped"])):
        if names:
            text += f", {len(names)} {word}" + (f": {', '.join(names[:shown])}{' …' if len(names) > shown else ''}" if shown else "")
    return text


def lines(rungs):
    """A line for each rung, and one for the height that is reached."""
    found = [f"rung {rung['rung']} is {'climbed' if rung['right'] == rung['required'] else 'not climbed'}: {sentence(rung)}" for rung in rungs]
    if rungs and rungs[0]["rung"] == 1:
        found.append(f"The ladder is climbed up to rung {climbed(rungs)}." if climbed(rungs) else "No rung of the ladder is climbed yet.")
    return found
