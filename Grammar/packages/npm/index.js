// The conformance suite of the language that NSPredicate(format:) reads.
"use strict";
const fs = require("fs"), path = require("path");

// A package carries the folder of the standard. In the repository this file lies in it.
const own = path.join(__dirname, "standard");
const folder = fs.existsSync(own) ? own : path.join(__dirname, "../..");
const read = (file) => JSON.parse(fs.readFileSync(path.join(folder, file), "utf8"));

module.exports = {
  folder,
  version: fs.readFileSync(path.join(folder, "VERSION"), "utf8").trim(),
  // The cases of a dialect. With capabilities only those that need core and these.
  cases({ dialect = "open", capabilities } = {}) {
    return read("suite.json").cases.filter((item) => item.dialects.includes(dialect)
      && (!capabilities || item.capabilities.every((name) => name === "core" || capabilities.includes(name))));
  },
  // The cases of fetch statements.
  fetchCases: () => ["answers", "statements"].flatMap((name) => read(`fetch/${name}.json`).cases),
  // The entities and rows of the fixture `movies`.
  fixture: () => read("fixtures/movies.json"),
};
