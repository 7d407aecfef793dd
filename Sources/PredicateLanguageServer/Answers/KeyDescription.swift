import PredicateChecking

/// What a profile says of a key, in words.
struct KeyDescription {
  let key: ProfileKey

  /// The type: `list of text`.
  var type: String {
    key.type == .list ? "list of \(key.element?.rawValue ?? "any")" : key.type.rawValue
  }

  /// Its meaning, its values, its operators and its source, a line each.
  var lines: [String] {
    let values = key.values.isEmpty ? key.known : key.values
    var lines = [key.about].compactMap { $0 }
    if !values.isEmpty {
      lines.append(
        (key.values.isEmpty ? "Some values: " : "Values: ") + values.map(\.description).joined(separator: ", "))
    }
    if !key.words.isEmpty { lines.append("Words: " + key.words.keys.sorted().joined(separator: ", ")) }
    if !key.operators.isEmpty { lines.append("Operators: " + key.operators.joined(separator: ", ")) }
    if let form = key.formAbout { lines.append("Form: \(form)") }
    if key.holdsVersion { lines.append("It holds a version, which a comparison of texts does not order.") }
    if let source = key.source { lines.append("[\(source)]") }
    return lines
  }
}
