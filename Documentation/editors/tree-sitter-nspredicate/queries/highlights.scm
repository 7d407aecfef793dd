; Each node has one pattern: editors disagree whether the first or the last of two wins.

(comment) @comment
(string) @string
(open_string) @string
(number) @number
(constant) @constant.builtin
(index) @constant.builtin

(identifier) @property
(variable) @variable
(builtin_variable) @variable.builtin
(specifier) @variable.parameter
(collection_operator) @function.builtin
(function_name) @function
(selector) @function
(form) @function.builtin
(reserved_word) @keyword

(logical_operator) @keyword.operator
(negation) @keyword.operator
(quantifier) @keyword.operator
(comparison_operator) @keyword.operator
(set_operator) @keyword.operator
(option_letters) @attribute
(assignment_operator) @operator
(bitwise_operator) @operator
(arithmetic_operator) @operator
(other_character) @error

["(" ")" "{" "}" "[" "]"] @punctuation.bracket
["," "."] @punctuation.delimiter
