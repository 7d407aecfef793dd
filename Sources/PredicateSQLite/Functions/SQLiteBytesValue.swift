/// A value as SQLite hands it over, its bytes not copied. A text is its UTF-8 bytes, whether they are valid or not.
///
/// The bytes are SQLite's or a table's, valid until the call of a function returns.
enum SQLiteBytesValue {
  case null
  case integer(Int64)
  case real(Double)
  case text(UnsafeRawBufferPointer)
  case blob(UnsafeRawBufferPointer)
}
