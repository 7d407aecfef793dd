/// An element with a number by which the answers of two forms are compared.
protocol Numbered {
  var number: Int { get }
}

extension Film: Numbered {
  var number: Int { year &* 1_000_003 &+ Int(weight) }
}

extension Club: Numbered {
  var number: Int { year }
}

extension Entry: Numbered {
  var number: Int { year }
}

extension Parcel: Numbered {
  var number: Int { lines.count }
}

extension Int: Numbered {
  var number: Int { self }
}

extension String: Numbered {
  var number: Int { utf8.count }
}

extension [String: Any]: Numbered {
  var number: Int { count }
}
