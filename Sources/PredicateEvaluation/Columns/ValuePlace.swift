import PredicateMemory

/// Where a value is read.
struct ValuePlace: Sendable {
  let path: RowPath
  /// From the row to the value, the path's own offset included.
  let offset: Int
  /// The Swift type that lies there; of a ``RawStruct`` its raw type.
  let type: any Any.Type
  let reader: ValueReader
  /// The ways into the value that were compiled for its type; nil where there are none.
  var typeAccess: TypeAccess?

  /// How many elements the collection has that lies there; nil of what is none.
  var count: AddressLoader<Int>? {
    (typeAccess ?? (type as? any StoredElements.Type)?.typeAccess)?.count
  }
}
