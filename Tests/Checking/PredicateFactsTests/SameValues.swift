import PredicateValues

/// Whether two values have the same type and content.
func same(_ left: QueryValue?, _ right: QueryValue?) -> Bool {
  switch (left, right) {
  case (nil, nil): true
  case (.dictionary(let left)?, .dictionary(let right)?):
    left.keys == right.keys && zip(left.values, right.values).allSatisfy { same($0, $1) }
  case (.array(let left)?, .array(let right)?):
    left.count == right.count && zip(left, right).allSatisfy { same($0, $1) }
  case (let left?, let right?): String(reflecting: left) == String(reflecting: right)
  default: false
  }
}
