import PredicateSQL

/// The functions that translated predicates call: SQLite's own, and those that ``SQLiteFunctions`` registers.
///
/// Functions of strings take the subject, the searched text, and the options as a number. They are NULL if one of the two texts is NULL or has
/// another type.
extension SQLFunction {
  /// The beginning of the names of registered functions.
  static let registeredPrefix = "predicate_"

  private init(registered name: String, _ type: SQLType, isOfGroup: Bool = false, cost: UInt8 = 1) {
    self.init(name, type, isRegistered: true, isOfGroup: isOfGroup, cost: cost)
  }

  /// A string without the differences that the options ignore. Arguments: subject, options.
  package static let fold = SQLFunction(registered: "predicate_fold", .string)
  /// Whether the folded subject equals a text that is folded already: subject, text, options.
  package static let equals = SQLFunction(registered: "predicate_equals", .condition)
  /// BEGINSWITH. The searched text is folded already. An empty text is not a prefix.
  package static let beginsWith = SQLFunction(registered: "predicate_beginsWith", .condition)
  /// ENDSWITH. The searched text is folded already.
  package static let endsWith = SQLFunction(registered: "predicate_endsWith", .condition)
  /// CONTAINS. The searched text is folded already.
  package static let contains = SQLFunction(registered: "predicate_contains", .condition)
  /// CONTAINS without options for a text that is not empty: the position of the text, 0 if the subject does not contain it.
  package static let position = SQLFunction("instr", .integer, cost: 0)
  /// LIKE: subject, pattern, options.
  package static let like = SQLFunction(registered: "predicate_like", .condition)
  /// MATCHES: subject, pattern, options.
  package static let matches = SQLFunction(registered: "predicate_matches", .condition)
  /// A property of a string by name: subject, name.
  package static let property = SQLFunction(registered: "predicate_property", .any)
  /// The number of bytes of data.
  package static let byteCount = SQLFunction("length", .integer, cost: 0)
  /// Always true. While its statement runs, the steps of SQLite and of our functions are counted. Arguments: the permitted number of steps, and the
  /// permitted number of steps of a regular expression for one text.
  package static let work = SQLFunction(registered: "predicate_work", .condition)
  /// The length of a string in UTF-16 units.
  package static let length = SQLFunction(registered: "predicate_length", .integer)
  /// `a ** b`.
  package static let power = SQLFunction(registered: "predicate_power", .number)
  /// The bit operators. Arguments: the number of the operator, left, right.
  package static let bits = SQLFunction(registered: "predicate_bits", .integer)
  /// A function of the language's function table. Arguments: its name, then its arguments.
  package static let call = SQLFunction(registered: "predicate_call", .any)
  /// A conversion. Arguments: the name of the target type, the value.
  package static let cast = SQLFunction(registered: "predicate_cast", .any)
  /// `call`, with a box as its result.
  package static let boxedCall = SQLFunction(registered: "predicate_boxedCall", .any)
  /// `call` for a function whose result differs each time, such as `random()`. The result is a box.
  package static let chance = SQLFunction(registered: "predicate_chance", .any)
  /// `cast`, with a box as its result.
  package static let boxedCast = SQLFunction(registered: "predicate_boxedCast", .any)
  /// The box of a value. Arguments: its tag, the value.
  package static let box = SQLFunction(registered: "predicate_box", .any)
  /// The value of a box in the representation of its type.
  package static let unbox = SQLFunction(registered: "predicate_unbox", .any)
  /// The box of an object. Arguments: the entity's name, the identity of the object.
  package static let object = SQLFunction(registered: "predicate_object", .any)
  /// The identity of the object in a box.
  package static let key = SQLFunction(registered: "predicate_key", .any)
  /// A value as a column stores it. Arguments: the value, the name of its storage, the names of the column's storage and written form. The result is
  /// an empty blob if the column cannot hold the value.
  package static let storedForm = SQLFunction(registered: "predicate_storedForm", .stored)
  /// One stored value of a key with several values. Arguments: the key, the index of the value.
  package static let keyPart = SQLFunction(registered: "predicate_keyPart", .stored)
  /// An operator of arithmetic or of sets over boxes. Arguments: its number, two tags, left, right.
  package static let arithmetic = SQLFunction(registered: "predicate_arithmetic", .any)
  /// `-a` of a box.
  package static let negative = SQLFunction(registered: "predicate_negative", .any)
  /// A comparison of the core. Arguments: its name, two tags, left, right. Never NULL.
  package static let compare = SQLFunction(registered: "predicate_compare", .condition)
  /// A comparison whose family the values determine. Arguments: its spelling, two tags, left, right, options. Never NULL.
  package static let dynamic = SQLFunction(registered: "predicate_dynamic", .condition)
  /// Whether a value is among the elements of a box. Arguments: its tag, the value, the box. Never NULL.
  package static let member = SQLFunction(registered: "predicate_member", .condition)
  /// A member of a value whose type is only known at run time. Arguments: the member's name, the value's tag, the value.
  package static let valueForKey = SQLFunction(registered: "predicate_valueForKey", .any)
  /// A member of a part of a document, with the same arguments as ``valueForKey``. It is nil if the part is a single value.
  package static let documentMember = SQLFunction(registered: "predicate_documentMember", .any)
  /// The element at an index of a collection, or the number of elements. Arguments: the code of the index, a text with two tags, the collection, the
  /// index.
  package static let index = SQLFunction(registered: "predicate_index", .any)
  /// The value at the end of a path into JSON. Arguments: the column, the steps. A step is a name, or a list for an index.
  package static let jsonPath = SQLFunction(registered: "predicate_jsonPath", .any)
  /// A collection operator. Arguments: its name, the collection.
  package static let collection = SQLFunction(registered: "predicate_collection", .any)
  /// A collection of values as a box. Arguments: their tags, the values.
  package static let list = SQLFunction(registered: "predicate_list", .any)
  /// A box of the elements of several collections.
  package static let joined = SQLFunction(registered: "predicate_joined", .any)
  /// The elements of a collection, as a JSON array for ``element``. Arguments: its tag, the collection.
  package static let elements = SQLFunction(registered: "predicate_elements", .any)
  /// The box of one text in the result of ``elements``.
  package static let element = SQLFunction(registered: "predicate_element", .any)
  /// The values of a group in the order of its rows, as the box of a collection. Arguments: their tag, the value.
  package static let array = SQLFunction(registered: "predicate_array", .any, isOfGroup: true)
  /// A table for ``keyedValue`` that has, for each key, the number of rows in the group. The argument is the key, a whole number.
  package static let keyedCounts = SQLFunction(registered: "predicate_keyedCounts", .shape, isOfGroup: true)
  /// A table for ``keyedValue`` that has the least number for each key. The arguments are the key, a whole number, and the number.
  package static let keyedMinimum = SQLFunction(registered: "predicate_keyedMinimum", .shape, isOfGroup: true)
  /// A table for ``keyedValue`` that has the greatest number for each key. The arguments are those of ``keyedMinimum``.
  package static let keyedMaximum = SQLFunction(registered: "predicate_keyedMaximum", .shape, isOfGroup: true)
  /// A table for ``keyedValue`` with the values of a group. No two values have the same key. The arguments are the key and the value.
  package static let keyedValues = SQLFunction(registered: "predicate_keyedValues", .shape, isOfGroup: true)
  /// The value for a key. Arguments: the table, the key, the value for a missing key.
  package static let keyedValue = SQLFunction(registered: "predicate_keyedValue", .any)
  /// A date that is stored as text, in seconds since 2001.
  package static let date = SQLFunction(registered: "predicate_date", .date)
  /// Whether a text is a date of a certain form. Arguments: the text, the template of the form (`ISODateForm`).
  package static let hasDateForm = SQLFunction(registered: "predicate_hasDateForm", .boolean)
  /// A boolean that is stored as a word, as 0 or 1. A stored number stays unchanged.
  package static let boolean = SQLFunction(registered: "predicate_boolean", .boolean)
  /// The integer that a text of digits represents. A stored number stays unchanged.
  package static let integerText = SQLFunction(registered: "predicate_integer", .integer)
  /// The double that a text of digits, or a stored number, represents.
  package static let realText = SQLFunction(registered: "predicate_real", .double)
  /// A date that is stored as text without separators, in seconds since 2001.
  package static let basicDate = SQLFunction(registered: "predicate_basicDate", .date)
  /// A date that is stored as a number of eight digits, in seconds since 2001.
  package static let dateOfDigits = SQLFunction(registered: "predicate_dateOfDigits", .date)
  /// The 16 bytes of a UUID that is stored as text.
  package static let uuid = SQLFunction(registered: "predicate_uuid", .uuid)
  /// A box that is the same for equal values. Arguments: the tag of the value, the value.
  package static let groupForm = SQLFunction(registered: "predicate_groupForm", .any)
  /// Bytes that sort like the values, for values that the database sorts differently. Arguments: their tags, the values.
  package static let rank = SQLFunction(registered: "predicate_rank", .data)
  /// The sum of a group; 0 without values.
  package static let sum = SQLFunction(registered: "predicate_sum", .number, isOfGroup: true)
  /// The mean of a group; nil counts as 0. 0 without values.
  package static let average = SQLFunction(registered: "predicate_average", .number, isOfGroup: true)
  /// Any other aggregate of a group's values. Arguments: the aggregate's code, its constant, the tag of the values, and the value.
  package static let statistic = SQLFunction(registered: "predicate_statistic", .any, isOfGroup: true)
  /// False. The database does not know that the result is always false, so it evaluates the function for each row.
  ///
  /// The call is cheap. Its high nominal cost makes the database evaluate it after the condition that it protects from early evaluation.
  package static let never = SQLFunction(registered: "predicate_never", .condition, cost: 2)
  /// The least or greatest value of a group, as a box. Arguments: the collection operator, the tag of the values, and the value.
  package static let best = SQLFunction(registered: "predicate_best", .any, isOfGroup: true)
  /// A condition that is marked as true for few rows.
  package static let unlikely = SQLFunction("unlikely", .condition, cost: 0)
  /// A condition that is marked as true for most rows.
  package static let likely = SQLFunction("likely", .condition, cost: 0, isLikely: true)
}
