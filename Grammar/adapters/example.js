#!/usr/bin/env node
// A whole adapter in JavaScript, to begin with: comparisons, AND, OR, NOT, ANY, ALL, paths, lists, arguments, variables. Node alone.
//     python3 Grammar/runner/run.py --adapter "node Grammar/adapters/example.js"
// What it does not understand it skips, and nothing that it answers is wrong. What does not run raises nothing.
"use strict";

class Skip extends Error {}      // What this adapter does not understand.
class Failure extends Error {}   // An error of the language: its kind.
const skip = (reason) => { throw new Skip(reason); }, fail = (kind) => { throw new Failure(kind); };

// JSON.parse reads 1.0 as 1 and rounds long integers. So every number of a line becomes a value of the protocol that says its type.
const NUMBERS = /"(?:[^"\\]|\\.)*"|-?\d+(\.\d+)?([eE][-+]?\d+)?/g;
const read = (line) => JSON.parse(line.replace(NUMBERS, (text, fraction, exponent) =>
  text[0] === '"' ? text : JSON.stringify({ [fraction || exponent ? "$double" : "$int"]: text })));

// Integers are BigInt, doubles numbers, dictionaries Maps.
const isWithin = (integer) => BigInt.asIntN(64, integer) === integer;
function decoded(value) {
  if (Array.isArray(value)) return value.map(decoded);
  if (value === null || typeof value !== "object") return value;
  const members = Object.entries(value), [name, content] = members[0] ?? [""];
  if (members.length !== 1 || name[0] !== "$") return new Map(members.map(([key, member]) => [key, decoded(member)]));
  if (name === "$int") return isWithin(BigInt(content)) ? BigInt(content) : Number(content);
  return name === "$double" && Number.isFinite(Number(content)) ? Number(content) : skip(`${name} is not offered.`);
}
function encoded(value) {
  if (typeof value === "bigint") return { $int: `${value}` };
  if (typeof value === "number") return { $double: Object.is(value, -0) ? "-0.0" : `${value}` };
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, member]) => [key, encoded(member)]));
  return Array.isArray(value) ? value.map(encoded) : value;
}

const TOKENS = new RegExp("[ \\t\\n\\v\\f\\r]*(?:" + [
  /(?<number>-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)(?![\w.])/, /(?<string>"[^"\\]*"|'[^'\\]*')/, /(?<name>[A-Za-z_]\w*)(?![:(\\])/,
  /(?<variable>\$[A-Za-z_]\w*)(?![\\:])/, /(?<specifier>%@)/, /(?<sign>==|!=|<>|<=|=<|>=|=>|&&|\|\||[=<>!.,(){}])/,
].map((part) => part.source).join("|") + ")", "y");
const COMPARISONS = { "==": "==", "=": "==", "!=": "!=", "<>": "!=", "<": "<", "<=": "<=", "=<": "<=", ">": ">", ">=": ">=", "=>": ">=" };
const WORDS = ["IN", "CONTAINS", "BEGINSWITH", "ENDSWITH"];
const CONSTANTS = { TRUE: true, YES: true, FALSE: false, NO: false, NIL: null, NULL: null };
const RESERVED = new Set([...WORDS, ...`AND OR NOT ANY SOME ALL NONE TRUEPREDICATE FALSEPREDICATE BETWEEN LIKE MATCHES TOKENMATCHES UTI UNION INTERSECT MINUS
  ANYKEY FIRST LAST SIZE SUBQUERY CAST TERNARY FUNCTION FETCH INTERSECTION APPLY CI CASEINSENSITIVE`.split(/\s+/)]);

class Reader {
  constructor(text, request) {
    if (text.length > 1000 || (text.match(/[({!.]|not/gi) ?? []).length > 200) skip("A text of this length is not offered.");
    Object.assign(this, { tokens: [], at: 0, arguments: request.arguments, isParsed: request.op === "parse", taken: 0 });
    const end = text.replace(/[ \t\n\v\f\r]*$/, "").length;
    for (TOKENS.lastIndex = 0; TOKENS.lastIndex < end;) {
      const { groups } = TOKENS.exec(text) ?? skip("There is an unknown token."), kind = Object.keys(groups).find((name) => groups[name]), content = groups[kind];
      this.tokens.push({ kind, content, word: kind === "string" ? "" : kind === "name" ? content.toUpperCase() : content });
    }
    this.tokens.push({ kind: "end", content: "", word: "" });
  }
  takes(...words) { return words.includes(this.tokens[this.at].word) ? this.tokens[this.at++].word : undefined; }
  expect(word, part) { return this.takes(word) ? part : skip(`Only “${word}” is offered here.`); }
  whole(part) { return this.tokens[this.at].kind === "end" ? part : skip("There is more than is understood."); }

  predicate() { return this.joined(["OR", "||"], () => this.joined(["AND", "&&"], () => this.condition(), "every"), "some"); }
  joined(words, part, method) {
    const parts = [part()];
    while (this.takes(...words)) parts.push(part());
    return (self, variables) => parts[method]((run) => run(self, variables));
  }
  condition() {
    if (this.takes("NOT", "!")) { const inner = this.condition(); return (...given) => !inner(...given); }
    if (this.takes("TRUEPREDICATE")) return () => true;
    if (this.takes("(")) return this.expect(")", this.predicate());
    const quantifier = this.takes("ANY", "SOME", "ALL", "NONE"), left = this.value();
    const sign = this.takes(...Object.keys(COMPARISONS), ...WORDS) ?? skip("This operator is not offered.");
    const operator = COMPARISONS[sign] ?? sign, right = this.value();
    if (!quantifier) return (...given) => compared(left(...given), operator, right(...given));
    return (...given) => {
      const elements = left(...given), holds = (element) => compared(element, operator, right(...given));
      if (elements === null) return quantifier === "ALL" || quantifier === "NONE";
      if (!Array.isArray(elements)) fail("type");
      return quantifier === "ALL" ? elements.every(holds) : elements.some(holds) !== (quantifier === "NONE");
    };
  }
  value() {
    let value = this.primary();
    while (this.takes(".")) {
      const base = value, { kind, content, word } = this.tokens[this.at++];
      if (kind !== "name" || word === "SELF") skip("Only names are offered behind a dot.");
      value = (...given) => keyed(base(...given), content);
    }
    return value;
  }
  primary() {
    const { kind, content, word } = this.tokens[this.at++];
    if (kind === "number") {
      const value = /^-?\d+$/.test(content) ? BigInt(content) : Number(content);
      return (typeof value === "bigint" ? isWithin(value) : Number.isFinite(value)) ? () => value : skip("Decimals are not offered.");
    }
    if (kind === "string") return () => content.slice(1, -1);
    if (kind === "specifier") return this.argument();
    if (kind === "variable") return (self, variables) => variables.has(content.slice(1)) ? variables.get(content.slice(1)) : fail("unbound-variable");
    if (kind === "name" && word in CONSTANTS) return () => CONSTANTS[word];
    if (kind === "name" && !RESERVED.has(word)) return (self) => word === "SELF" ? self : keyed(self, content);
    if (word !== "{") skip("This value is not offered.");
    const elements = [];
    if (this.tokens[this.at].word !== "}") do elements.push(this.value()); while (this.takes(","));
    return this.expect("}", (...given) => elements.map((element) => element(...given)));
  }
  argument() {
    if (this.isParsed && !this.arguments) return () => null;
    const value = this.taken < (this.arguments ?? []).length ? decoded(this.arguments[this.taken++]) : fail("argument-missing");
    return () => value;
  }
}

const family = (value) => Array.isArray(value) ? "array" : value instanceof Map ? "dictionary" : typeof value === "string" ? "string" : "number";
const number = (value) => typeof value === "boolean" ? BigInt(value) : value;
function keyed(value, key) {
  if (Array.isArray(value)) return value.flatMap((element) => keyed(element, key));
  return value === null ? null : value instanceof Map ? value.get(key) ?? null : skip("Keys of single values are not offered.");
}
function equal(left, right) {
  if (left === null || right === null || family(left) !== family(right)) return left === right;
  if (Array.isArray(left)) return left.length === right.length && left.every((element, index) => equal(element, right[index]));
  if (left instanceof Map) return left.size === right.size && [...left].every(([key, value]) => right.has(key) && equal(value, right.get(key)));
  return number(left) == number(right);   // A BigInt and a number are compared exactly.
}
function compared(left, operator, right) {
  if (operator === "==" || operator === "!=") return equal(left, right) === (operator === "==");
  if (left === null || right === null) return left === right && (operator === "<=" || operator === ">=");
  if (operator === "IN" || operator === "CONTAINS") {
    const [element, all] = operator === "IN" ? [left, right] : [right, left];
    if (family(all) === "number" || family(all) === "string" && typeof element !== "string") fail("type");
    return typeof all === "string" ? element !== "" && all.includes(element) : [...all.values()].some((value) => value !== null && equal(element, value));
  }
  if (family(left) !== family(right) || !["string", "number"].includes(family(left))) fail("type");
  if (WORDS.includes(operator)) return typeof left !== "string" ? fail("type") : right !== "" && (operator === "BEGINSWITH" ? left.startsWith(right) : left.endsWith(right));
  // The order of UTF-8 is that of the scalars.
  const [a, b] = typeof left === "string" ? [Buffer.compare(Buffer.from(left), Buffer.from(right)), 0] : [number(left), number(right)];
  return { "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b }[operator];
}
function result(request) {
  if (request.op === "hello") return { implementation: "example.js", version: "1.0", protocol: 1, ops: ["parse", "evaluate", "value"], engines: [] };
  if (!["parse", "evaluate", "value"].includes(request.op)) return { skip: "This is not offered." };
  try {
    const reader = new Reader(request.format ?? request.expression, request);
    const run = reader.whole(request.op === "value" ? reader.value() : reader.predicate());
    if (request.op === "parse") return { canonical: "" };   // There is no printer.
    const variables = new Map(Object.entries(request.variables ?? {}).map(([name, value]) => [name.replace("$", ""), decoded(value)]));
    return { value: encoded(run(decoded(request.object ?? null), variables)) };
  } catch (error) {
    if (!(error instanceof Failure || error instanceof Skip)) throw error;
    return error instanceof Skip ? { skip: error.message } : { error: { kind: error.message } };
  }
}

function answer(line, id, asked) {
  try { [asked, id] = [read(line), JSON.parse(line).id]; } catch { asked = []; }
  const isMalformed = Array.isArray(asked) || ["parse", "evaluate", "value"].includes(asked.op) && typeof (asked.format ?? asked.expression) !== "string";
  return isMalformed ? { id: null, error: { kind: "protocol" } } : { id, ...result(asked) };
}
require("readline").createInterface({ input: process.stdin }).on("line", (line) => line.trim() && console.log(JSON.stringify(answer(line))));
