#!/usr/bin/env python3
"""Makes fixtures/movies.json from a file of the demo database. Standard library only.

    export_movies.py DEMO.sqlite

The file is what `DemoDatabase.write(to:)` of the target PredicateSQLite writes: a program of two lines,

    import PredicateSQLite
    try DemoDatabase.write(to: CommandLine.arguments[1])

The schema in the export comes from the model that the database carries, the rows from its tables.
"""
import json
import sqlite3
import sys
from pathlib import Path

COMMENT = ("The demo data of OpenPredicate, for cases with the fixture 'movies'. Dates are seconds since 2001-01-01 00:00:00 UTC, "
           "booleans true and false, nil is null. A to-one relationship holds the id of its row; a to-many relationship holds ids "
           "where it has an inverse that is to-many too, and else follows from its inverse.")


def main():
    database = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True)
    database.row_factory = sqlite3.Row
    model = json.loads(database.execute("SELECT model FROM openpredicate_model").fetchone()[0])
    entities = {}
    for entity in model["entities"]:
        name, rows = entity["name"], []
        for row in database.execute(f'SELECT * FROM "{name}" ORDER BY id'):
            values = {"id": row["id"]}
            for attribute in entity["attributes"]:
                value = row[attribute["name"]]
                values[attribute["name"]] = bool(value) if attribute["type"] == "boolean" else value
            for relationship in entity["relationships"]:
                column = f'{relationship["name"]}_id'
                if column in row.keys():
                    values[relationship["name"]] = row[column]
            rows.append(values)
        entities[name] = {
            "attributes": {a["name"]: {"type": a["type"].capitalize(), "optional": a.get("optional", False)}
                           for a in entity["attributes"]},
            "relationships": {r["name"]: r for r in entity["relationships"]},
            "rows": rows}
    for owner, name, table, source, target in [("Movie", "tags", "Movie_tags", "movie_id", "tag_id"),
                                               ("Friend", "friends", "Friend_friends", "friend_id", "other_id")]:
        for row in entities[owner]["rows"]:
            row[name] = [key for (key,) in database.execute(
                f'SELECT "{target}" FROM "{table}" WHERE "{source}" = ? ORDER BY 1', [row["id"]])]
    lines = ["{", f'  "comment": {json.dumps(COMMENT)},', '  "entities": {']
    for name, entity in entities.items():
        lines.append(f'    "{name}": {{')
        lines.append(f'      "attributes": {json.dumps(entity["attributes"])},')
        relationships = {key: {"destination": r["destination"], "inverse": r["inverse"],
                               "many": r["cardinality"] == "toMany", "optional": r.get("optional", False)}
                         for key, r in entity["relationships"].items()}
        lines.append(f'      "relationships": {json.dumps(relationships)},')
        lines.append('      "rows": [')
        lines.append(",\n".join("        " + json.dumps(row, ensure_ascii=False) for row in entity["rows"]))
        lines += ["      ]", "    }" + ("," if name != list(entities)[-1] else "")]
    lines += ["  }", "}"]
    path = Path(__file__).resolve().parent.parent / "fixtures" / "movies.json"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
