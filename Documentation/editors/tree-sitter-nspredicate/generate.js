// Prints src/grammar.json of grammar.js as `tree-sitter generate` writes it before it makes a parser: node generate.js > src/grammar.json
// A function of tree-sitter's that grammar.js does not use is not here.

const rule = (value) => {
  if (typeof value === 'string') return { type: 'STRING', value };
  if (value instanceof RegExp) return { type: 'PATTERN', value: value.source, ...(value.flags && { flags: value.flags }) };
  if (value?.isMissing) throw new ReferenceError(`no rule ${value.name}`);
  if (value?.type) return value;
  throw new TypeError(`not a rule: ${value}`);
};

const token = (content) => ({ type: 'TOKEN', content: rule(content) });
token.immediate = (content) => ({ type: 'IMMEDIATE_TOKEN', content: rule(content) });

Object.assign(globalThis, {
  token,
  seq: (...members) => ({ type: 'SEQ', members: members.map(rule) }),
  choice: (...members) => ({ type: 'CHOICE', members: members.map(rule) }),
  optional: (content) => ({ type: 'CHOICE', members: [rule(content), { type: 'BLANK' }] }),
  repeat: (content) => ({ type: 'REPEAT', content: rule(content) }),
  alias: (content, value) => ({ type: 'ALIAS', content: rule(content), named: typeof value !== 'string', value: value.name ?? value }),

  grammar: ({ name, word, extras, rules }) => {
    // The name of an alias needs no rule.
    const $ = new Proxy(rules, {
      get: (_, symbol) => (symbol in rules ? { type: 'SYMBOL', name: symbol } : { name: symbol, isMissing: true }),
    });
    return {
      $schema: 'https://tree-sitter.github.io/tree-sitter/assets/schemas/grammar.schema.json',
      name,
      word: word($).name,
      rules: Object.fromEntries(Object.entries(rules).map(([key, body]) => [key, rule(body($))])),
      extras: extras($).map(rule),
      conflicts: [],
      precedences: [],
      externals: [],
      inline: [],
      supertypes: [],
      reserved: {},
    };
  },
});

process.stdout.write(JSON.stringify(require('./grammar.js'), null, 2) + '\n');
