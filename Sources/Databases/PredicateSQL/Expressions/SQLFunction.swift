import PredicateValues

/// The functions that translated predicates call: the database's own (``SQLDialect/builtIn(_:)``), or registered ones.
///
/// Those of strings take the subject, the text that is looked for and the option letters as a number; they are NULL where one of
/// the two is, or is no text.
public enum SQLFunction: String, Sendable, CaseIterable {
  /// A string without the differences that the options ignore: subject, options.
  case fold
  /// Whether the folded subject is a text that is folded already.
  case equals
  /// BEGINSWITH, with a text that is folded already. An empty text begins nothing.
  case beginsWith
  /// ENDSWITH, likewise.
  case endsWith
  /// CONTAINS, likewise.
  case contains
  /// CONTAINS without options and with a text that is not empty: its place, 0 where it is nowhere.
  case position
  /// LIKE: subject, pattern, options.
  case like
  /// MATCHES: subject, pattern, options.
  case matches
  /// A property of a string by name: subject, name.
  case property
  /// How many bytes a value of bytes has.
  case byteCount
  /// The length of a string in UTF-16 units.
  case length
  /// `a ** b`.
  case power
  /// The bit operators: number of the operator, left, right.
  case bits
  /// A function of the language's table: its name, then its arguments.
  case call
  /// A conversion: the target's name, the value.
  case cast
  /// `call`, with a box as its result.
  case boxedCall
  /// `call` of a function that gives something else each time; its result is a box.
  case chance
  /// `cast`, with a box as its result.
  case boxedCast
  /// The box of a value: its tag, the value.
  case box
  /// The value of a box in the one form of its type.
  case unbox
  /// The box of an object: the entity's name, what identifies it.
  case object
  /// What identifies an object in a box.
  case key
  /// A value of a key of several, as it is stored: the key, the value's place.
  case keyPart
  /// An operator of arithmetic or of sets, over boxes: its number, two tags, left, right.
  case arithmetic
  /// `-a` of a box.
  case negative
  /// A comparison of the core: its name, two tags, left, right. Never NULL.
  case compare
  /// A comparison that is decided by the values: its spelling, two tags, left, right, options. Never NULL.
  case dynamic
  /// Whether a value is among the elements of a box: its tag, the value, the box. Never NULL.
  case member
  /// A member by name of a value that says itself what it is: the name, its tag, the value.
  case valueForKey
  /// What stands at a place of a collection: the kind of place, two tags, the collection, the place.
  case index
  /// A collection operator over a collection: its name, the collection.
  case collection
  /// A box of values as a collection: their tags, the values.
  case list
  /// A box of the elements of several collections.
  case joined
  /// The elements of a collection, as a JSON array for ``element``: its tag, the collection.
  case elements
  /// A box of one text that ``elements`` gives.
  case element
  /// The values of a group, in the order in which they come, as a box of a collection: their tag, the value.
  case array
  /// How many rows of a group have each whole number as their key, as a table for ``keyedValue``: the key.
  case keyedCounts
  /// The least number of each whole number as a key, as a table for ``keyedValue``: the key, the number.
  case keyedMinimum
  /// The greatest number of each key, likewise.
  case keyedMaximum
  /// The values of a group by their keys, of which there is one each, as a table for ``keyedValue``: the key, the value.
  case keyedValues
  /// The value of a key: the table, the key, the value of a key that is not there.
  case keyedValue
  /// Seconds since 2001 of a date that is stored as text.
  case date
  /// 0 or 1 of a boolean that is stored as a word, or the number that is.
  case boolean
  /// The 16 bytes of a UUID that is stored as text.
  case uuid
  /// Bytes that stand in the order of values, for what the database orders otherwise: their tags, the values.
  case rank
  /// `COUNT(*)`.
  case count
  /// `COUNT(DISTINCT x)`.
  case countDistinct
  /// The sum of a group, 0 of none.
  case sum
  /// The mean of a group with nil as 0, and 0 of none.
  case average
  /// The least of a group.
  case minimum
  /// The greatest of a group.
  case maximum
  /// False, which the database is not told: it has to ask for each row.
  case never
  /// A condition of which the database is told that most rows meet it.
  case likely

  /// The name under which a connection registers the function: `predicate_fold`.
  public var registeredName: String { Self.registeredPrefix + rawValue }

  /// What the names of registered functions begin with.
  public static let registeredPrefix = "predicate_"

  /// The type of its values; nil for that of its last argument.
  var type: SQLType? {
    switch self {
    case .fold: .string
    case .equals, .beginsWith, .endsWith, .contains, .like, .matches, .compare, .dynamic, .member, .never, .likely:
      .condition
    case .position, .byteCount, .length, .bits, .count, .countDistinct: .integer
    case .power, .sum, .average: .number
    case .date: .date
    case .boolean: .boolean
    case .uuid: .uuid
    case .rank: .data
    case .keyPart: .stored
    case .keyedCounts, .keyedMinimum, .keyedMaximum, .keyedValues: .shape
    case .minimum, .maximum: nil
    case .property, .call, .cast, .boxedCall, .chance, .boxedCast, .box, .unbox, .object, .key, .arithmetic, .negative,
      .valueForKey, .index, .collection, .list, .joined, .elements, .element, .array, .keyedValue:
      .any
    }
  }

  /// Whether the function is one of a group of rows, whose arguments belong to the statement that it stands in.
  var isOfGroup: Bool {
    switch self {
    case .array, .keyedCounts, .keyedMinimum, .keyedMaximum, .keyedValues, .count, .countDistinct, .sum, .average,
      .minimum, .maximum:
      true
    default: false
    }
  }
}
