import PredicateBinding
import PredicateDocuments
import PredicateModel
import PredicateSyntax

@testable import PredicateConformance

/// An example of `Grammar/errors.json`: a format with a code, and a similar one without it.
struct DiagnosticExample: Sendable {
  /// A format, and the request that it is part of.
  struct Probe: Sendable {
    let request: JSONObject
    /// The format as a document shows it.
    let shown: String
    let format: String
  }

  let code: String
  /// What the code means, as a sentence.
  let meaning: String
  let bad: Probe
  let good: Probe

  static let all: [DiagnosticExample] = {
    guard let text = try? GrammarFolder.text("errors.json"), let json = try? JSONReader.value(of: text),
      case .array(let elements) = json
    else { return [] }
    return elements.compactMap { DiagnosticExample($0) }
  }()

  private init?(_ json: JSONValue) {
    guard case .object(let object) = json, case .string(let code)? = object["code"],
      case .string(let meaning)? = object["meaning"],
      let bad = Probe(object["bad"]), let good = Probe(object["good"])
    else { return nil }
    self.code = code
    self.meaning = meaning
    self.bad = bad
    self.good = good
  }
}

extension DiagnosticExample.Probe {
  /// A member `long` describes a format that is too long to be written out.
  fileprivate init?(_ json: JSONValue?) {
    guard case .object(let object)? = json else { return nil }
    var members = object.members.filter { $0.name != "long" }
    if case .string(let text)? = object["format"] {
      (format, shown) = (text, text)
    } else if case .object(let long)? = object["long"], case .string(let before)? = long["before"],
      case .string(let part)? = long["repeat"], case .integer(let times)? = long["times"],
      case .string(let after)? = long["after"]
    {
      format = before + String(repeating: part, count: Int(times)) + after
      shown = "\(before)\(part)…\(after) (\(times) times “\(part)”)"
      members.append(("format", .string(format)))
    } else {
      return nil
    }
    if object["op"] == nil {
      let isEvaluated = object["object"] != nil || object["variables"] != nil
      let op = object["fixture"] != nil ? "filter" : isEvaluated ? "evaluate" : "parse"
      members.insert(("op", .string(op)), at: 0)
    }
    request = JSONObject([("id", .integer(1))] + members)
  }

  /// All errors and notes, beginning with the error: from the adapter, from lint on the tree, and from binding.
  func issues(_ target: LocalTarget) -> [(kind: String, code: String, message: String)] {
    var issues: [(kind: String, code: String, message: String)] = []
    func add(_ json: JSONValue?, kind: String? = nil) {
      guard case .object(let issue)? = json, case .string(let code)? = issue["code"],
        case .string(let message)? = issue["message"]
      else { return }
      if let kind { issues.append((kind, code, message)) }
      if kind == nil, case .string(let kind)? = issue["kind"] { issues.append((kind, code, message)) }
    }
    if case .line(let line) = target.reply(to: JSONWriter.text(of: .object(request))),
      case .object(let answer)? = try? JSONReader.value(of: line)
    {
      add(answer["error"])
      if case .array(let notes)? = answer["notes"] { for note in notes { add(note, kind: "note") } }
    }
    guard let tree = PredicateParser.predicate(format).tree else { return issues }
    var notes = PredicateLint.notes(for: tree, in: format)
    if case .string(let entity)? = request["entity"],
      let bound = try? Binder.bind(tree, to: .entity(entity, DataModel.movies))
    {
      notes += bound.notes
    }
    return issues + notes.map { ("note", $0.code, $0.message) }
  }

  /// The conditions of the request, in a few words.
  var circumstances: String {
    var parts: [String] = []
    if case .string(let entity)? = request["entity"] {
      var isSQL = false
      if case .string("sqlite")? = request["engine"] { isSQL = true }
      parts.append("on \(entity)" + (isSQL ? " in SQLite" : ""))
    }
    for name in ["object", "arguments", "variables"] {
      guard let value = request[name] else { continue }
      parts.append("\(name) `\(ConformanceReport.shortened(JSONWriter.text(of: value)))`")
    }
    return parts.joined(separator: ", ")
  }
}
