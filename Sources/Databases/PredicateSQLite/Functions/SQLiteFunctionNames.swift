import PredicateSQL

/// The functions that translated predicates call: SQLite's own, and those that ``SQLiteFunctions`` registers.
///
/// Functions of strings take the subject, the text to look for, and the option letters as a number. They are NULL if one of the two texts
/// is NULL or has another type.
extension SQLFunction {
  /// What the names of registered functions begin with.
  static let registeredPrefix = "predicate_"

  private init(registered name: String, _ type: SQLType, isOfGroup: Bool = false, cost: Int = 1) {
    self.init(name, type, isRegistered: true, isOfGroup: isOfGroup, cost: cost)
  }

  /// A string without the differences that the options ignore: subject, options.
  package static let fold = SQLFunction(registered: "predicate_fold", .string)
  /// Whether the folded subject is a text that is folded already.
  package static let equals = SQLFunction(registered: "predicate_equals", .condition)
  /// BEGINSWITH, with a text that is folded already. An empty text begins nothing.
  package static let beginsWith = SQLFunction(registered: "predicate_beginsWith", .condition)
  /// ENDSWITH, with a text that is folded already.
  package static let endsWith = SQLFunction(registered: "predicate_endsWith", .condition)
  /// CONTAINS, with a text that is folded already.
  package static let contains = SQLFunction(registered: "predicate_contains", .condition)
  /// CONTAINS without options and with a text that is not empty: the place of the text, 0 if the subject does not contain it.
  package static let position = SQLFunction("instr", .integer, cost: 0)
  /// LIKE: subject, pattern, options.
  package static let like = SQLFunction(registered: "predicate_like", .condition)
  /// MATCHES: subject, pattern, options.
  package static let matches = SQLFunction(registered: "predicate_matches", .condition)
  /// A property of a string by name: subject, name.
  package static let property = SQLFunction(registered: "predicate_property", .any)
  /// How many bytes a value of bytes has.
  package static let byteCount = SQLFunction("length", .integer, cost: 0)
  /// Always true. While its statement runs, the steps of SQLite and of our functions are counted: the steps that it may take, and those of a regular
  /// expression for one text.
  package static let work = SQLFunction(registered: "predicate_work", .condition)
  /// The length of a string in UTF-16 units.
  package static let length = SQLFunction(registered: "predicate_length", .integer)
  /// `a ** b`.
  package static let power = SQLFunction(registered: "predicate_power", .number)
  /// The bit operators: number of the operator, left, right.
  package static let bits = SQLFunction(registered: "predicate_bits", .integer)
  /// A function of the language's table: its name, then its arguments.
  package static let call = SQLFunction(registered: "predicate_call", .any)
  /// A conversion: the target's name, the value.
  package static let cast = SQLFunction(registered: "predicate_cast", .any)
  /// `call`, with a box as its result.
  package static let boxedCall = SQLFunction(registered: "predicate_boxedCall", .any)
  /// `call` of a function whose result differs each time, such as `random()`; its result is a box.
  package static let chance = SQLFunction(registered: "predicate_chance", .any)
  /// `cast`, with a box as its result.
  package static let boxedCast = SQLFunction(registered: "predicate_boxedCast", .any)
  /// The box of a value: its tag, the value.
  package static let box = SQLFunction(registered: "predicate_box", .any)
  /// The value of a box in the one form of its type.
  package static let unbox = SQLFunction(registered: "predicate_unbox", .any)
  /// The box of an object: the entity's name, what identifies it.
  package static let object = SQLFunction(registered: "predicate_object", .any)
  /// What identifies an object in a box.
  package static let key = SQLFunction(registered: "predicate_key", .any)
  /// A value in the form of a column: the value, the name of its storage, the names of the column's storage and of the form of its texts. A blob without bytes if the column does not take
  /// the value.
  package static let storedForm = SQLFunction(registered: "predicate_storedForm", .stored)
  /// A value of a key of several, as it is stored: the key, the value's place.
  package static let keyPart = SQLFunction(registered: "predicate_keyPart", .stored)
  /// An operator of arithmetic or of sets, over boxes: its number, two tags, left, right.
  package static let arithmetic = SQLFunction(registered: "predicate_arithmetic", .any)
  /// `-a` of a box.
  package static let negative = SQLFunction(registered: "predicate_negative", .any)
  /// A comparison of the core: its name, two tags, left, right. Never NULL.
  package static let compare = SQLFunction(registered: "predicate_compare", .condition)
  /// A comparison that is decided by the values: its spelling, two tags, left, right, options. Never NULL.
  package static let dynamic = SQLFunction(registered: "predicate_dynamic", .condition)
  /// Whether a value is among the elements of a box: its tag, the value, the box. Never NULL.
  package static let member = SQLFunction(registered: "predicate_member", .condition)
  /// A member by name, of a value whose type is known only at run time: the name, the value's tag, the value.
  package static let valueForKey = SQLFunction(registered: "predicate_valueForKey", .any)
  /// A member by name of a part of a document, with the same arguments. It is nil if the part is a single value.
  package static let documentMember = SQLFunction(registered: "predicate_documentMember", .any)
  /// The element at a place of a collection, or the number of elements: the kind of place, a text of two tags, the collection, the place.
  package static let index = SQLFunction(registered: "predicate_index", .any)
  /// The value at the end of a path into JSON: the column, the steps. A step is a name, or the list of an index.
  package static let jsonPath = SQLFunction(registered: "predicate_jsonPath", .any)
  /// A collection operator over a collection: its name, the collection.
  package static let collection = SQLFunction(registered: "predicate_collection", .any)
  /// A box of values as a collection: their tags, the values.
  package static let list = SQLFunction(registered: "predicate_list", .any)
  /// A box of the elements of several collections.
  package static let joined = SQLFunction(registered: "predicate_joined", .any)
  /// The elements of a collection, as a JSON array for ``element``: its tag, the collection.
  package static let elements = SQLFunction(registered: "predicate_elements", .any)
  /// A box of one text that ``elements`` gives.
  package static let element = SQLFunction(registered: "predicate_element", .any)
  /// The values of a group in the order of its rows, as a box of a collection: their tag, the value.
  package static let array = SQLFunction(registered: "predicate_array", .any, isOfGroup: true)
  /// A table for ``keyedValue`` with the number of rows of a group that have the same key. The argument is the key, a whole number.
  package static let keyedCounts = SQLFunction(registered: "predicate_keyedCounts", .shape, isOfGroup: true)
  /// A table for ``keyedValue`` with the least number of each key. The arguments are the key, a whole number, and the number.
  package static let keyedMinimum = SQLFunction(registered: "predicate_keyedMinimum", .shape, isOfGroup: true)
  /// A table for ``keyedValue`` with the greatest number of each key. The arguments are those of ``keyedMinimum``.
  package static let keyedMaximum = SQLFunction(registered: "predicate_keyedMaximum", .shape, isOfGroup: true)
  /// A table for ``keyedValue`` with the values of a group. No two values have the same key. The arguments are the key and the value.
  package static let keyedValues = SQLFunction(registered: "predicate_keyedValues", .shape, isOfGroup: true)
  /// The value of a key: the table, the key, the value of a key that is not there.
  package static let keyedValue = SQLFunction(registered: "predicate_keyedValue", .any)
  /// Seconds since 2001 of a date that is stored as text.
  package static let date = SQLFunction(registered: "predicate_date", .date)
  /// Whether a text is a date of a form: the text, the template of the form (`ISODateForm`).
  package static let hasDateForm = SQLFunction(registered: "predicate_hasDateForm", .boolean)
  /// 0 or 1 of a boolean that is stored as a word, or the number that is.
  package static let boolean = SQLFunction(registered: "predicate_boolean", .boolean)
  /// The integer of a text of digits, or the number that is stored.
  package static let integerText = SQLFunction(registered: "predicate_integer", .integer)
  /// The double of a text of digits, or of the number that is stored.
  package static let realText = SQLFunction(registered: "predicate_real", .double)
  /// Seconds since 2001 of a date that is stored as text without separators.
  package static let basicDate = SQLFunction(registered: "predicate_basicDate", .date)
  /// The 16 bytes of a UUID that is stored as text.
  package static let uuid = SQLFunction(registered: "predicate_uuid", .uuid)
  /// The box of a value in the form that equal values share: its tag, the value.
  package static let groupForm = SQLFunction(registered: "predicate_groupForm", .any)
  /// Bytes in the order of the values, for values that the database orders otherwise: their tags, the values.
  package static let rank = SQLFunction(registered: "predicate_rank", .data)
  /// The sum of a group; 0 without values.
  package static let sum = SQLFunction(registered: "predicate_sum", .number, isOfGroup: true)
  /// The mean of a group, which counts nil as 0; 0 without values.
  package static let average = SQLFunction(registered: "predicate_average", .number, isOfGroup: true)
  /// Any other aggregate of a group's values. The arguments are the aggregate's code, its constant, the tag of the values, and the value.
  package static let statistic = SQLFunction(registered: "predicate_statistic", .any, isOfGroup: true)
  /// False, in a form that the database does not know to be false: it evaluates the function for each row.
  ///
  /// The call is cheap. Its nominal cost makes the database evaluate it after the condition that it protects from early evaluation.
  package static let never = SQLFunction(registered: "predicate_never", .condition, cost: 2)
  /// A condition with a hint to the database that most rows meet it.
  package static let likely = SQLFunction("likely", .condition, cost: 0, isLikely: true)
}
