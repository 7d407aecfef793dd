// The tokens of predicate formats and their brackets, for tree-sitter. A test compares the tokens with those of the language's lexer
// over all formats of the suite, and the words and signs below with the language's tables.

const operators = {
  logical: ['AND', 'OR', '&&', '||'],
  negation: ['NOT', '!'],
  quantifier: ['ANY', 'SOME', 'ALL', 'NONE'],
  comparison: [
    '<', '<=', '=<', '>', '>=', '=>', '==', '=', '!=', '<>', 'MATCHES', 'LIKE', 'BEGINSWITH', 'ENDSWITH', 'IN', 'CONTAINS',
    'BETWEEN', 'TOKENMATCHES', 'UTI-CONFORMS-TO', 'UTI-EQUALS',
  ],
  assignment: [':='],
  set: ['UNION', 'INTERSECT', 'MINUS'],
  bitwise: ['|', '^', '&', '<<', '>>'],
  arithmetic: ['+', '-', '*', '/', '**'],
};

const words = {
  constant: ['TRUEPREDICATE', 'FALSEPREDICATE', 'TRUE', 'YES', 'FALSE', 'NO', 'NULL', 'NIL'],
  builtin: ['SELF', 'ANYKEY'],
  index: ['FIRST', 'LAST', 'SIZE'],
  form: ['SUBQUERY', 'CAST', 'TERNARY', 'FUNCTION', 'FETCH'],
  reserved: ['INTERSECTION', 'APPLY', 'CI', 'CASEINSENSITIVE'],
};

// A sign as it stands, a word in any mixture of case. Classes of two letters need no flag, which older versions do not read.
const spelling = (text) =>
  /^[A-Z]/.test(text) ? new RegExp(text.replace(/[A-Z]/g, (letter) => `[${letter}${letter.toLowerCase()}]`)) : text;

const oneOf = (spellings) => choice(...spellings.map(spelling));

// The names of Grammar/predicate.ebnf: NameEscape, Name.
const escape = '\\\\([0-3][0-7][0-7]|[xX][0-9A-Fa-f]{2}|[uU][0-9A-Fa-f]{4})';
const name = `#?([_\\p{XID_Start}]|${escape})([_\\p{XID_Continue}]|${escape})*`;

module.exports = grammar({
  name: 'nspredicate',

  extras: ($) => [/[\t-\r ]/, $.comment],

  word: ($) => $.identifier,

  rules: {
    source_file: ($) => repeat($._item),

    _item: ($) =>
      choice(
        $.parentheses,
        $.braces,
        $.brackets,
        $.call,
        $.member,
        $.comparison,
        $.logical_operator,
        $.negation,
        $.quantifier,
        $.assignment_operator,
        $.set_operator,
        $.bitwise_operator,
        $.arithmetic_operator,
        $.constant,
        $.builtin_variable,
        $.index,
        $.form,
        $.reserved_word,
        $.specifier,
        $.variable,
        $.collection_operator,
        $.number,
        $.string,
        $.open_string,
        $.selector,
        $.identifier,
        ',',
        $.other_character,
      ),

    parentheses: ($) => seq('(', repeat($._item), ')'),
    braces: ($) => seq('{', repeat($._item), '}'),
    brackets: ($) => seq('[', repeat($._item), ']'),

    // sum(…), modulus:by:(…)
    call: ($) => seq(choice(alias($.identifier, $.function_name), $.selector), $.arguments),
    arguments: ($) => seq(token.immediate('('), repeat($._item), ')'),

    // Directly behind a point a reserved word is a key: a.size, a.first.
    member: ($) =>
      seq(
        '.',
        optional(
          choice(
            alias($._member_name, $.identifier),
            seq(alias($._member_name, $.function_name), $.arguments),
          ),
        ),
      ),
    _member_name: (_) => token.immediate(new RegExp(name)),

    // LIKE[cd]
    comparison: ($) => seq($.comparison_operator, optional($.options)),
    options: ($) => seq(token.immediate('['), repeat(alias($.identifier, $.option_letters)), ']'),
    comparison_operator: (_) => oneOf(operators.comparison),

    logical_operator: (_) => oneOf(operators.logical),
    negation: (_) => oneOf(operators.negation),
    quantifier: (_) => oneOf(operators.quantifier),
    assignment_operator: (_) => oneOf(operators.assignment),
    set_operator: (_) => oneOf(operators.set),
    bitwise_operator: (_) => oneOf(operators.bitwise),
    arithmetic_operator: (_) => oneOf(operators.arithmetic),

    constant: (_) => oneOf(words.constant),
    builtin_variable: (_) => oneOf(words.builtin),
    index: (_) => oneOf(words.index),
    form: (_) => oneOf(words.form),
    reserved_word: (_) => oneOf(words.reserved),

    // %lud is one specifier, %ldin is %ld and IN: the longer word wins against the second letter.
    specifier: (_) =>
      choice(
        seq(/%[hlqztjL]+[dDiuUxXoOp]/, optional(token.immediate(/[dDiuUxXoOp]/))),
        /%(@|K|[hlqztjL]*[dDiuUxXoOpfFeEgGaAcCsS])/,
      ),

    // The sign alone is a name that is not finished.
    variable: (_) => new RegExp(`\\$(${name})?`),
    collection_operator: (_) => new RegExp(`@(${name})?`),

    number: (_) => /0[xX][0-9A-Fa-f]+|0[oO][0-7]+|0[bB][01]+|([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?/,

    // A string ends with its line at the latest, so that a quotation mark without its second one does not colour the predicates below.
    string: (_) => /"([^"\\\n]|\\[^\n])*"|'([^'\\\n]|\\[^\n])*'/,
    open_string: (_) => /"([^"\\\n]|\\[^\n])*\\?|'([^'\\\n]|\\[^\n])*\\?/,

    selector: (_) => new RegExp(`(${name}:)+`),
    identifier: (_) => new RegExp(name),

    comment: (_) => /#([\t ][^\n]*)?|\/\/[^\n]*/,

    other_character: (_) => /[^\t-\r ]/,
  },
});
