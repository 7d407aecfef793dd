/// What a function makes of a constant argument once and keeps for the other rows of the statement: ``SQLiteCall/keep(_:for:)``.
final class Kept<Value> {
  let value: Value

  init(_ value: Value) { self.value = value }
}
