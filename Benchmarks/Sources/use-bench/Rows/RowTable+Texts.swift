import Foundation
import OpenPredicate

extension String {
  /// What a developer writes for CONTAINS[cd].
  @inline(__always)
  func containsFolded(_ part: String) -> Bool {
    range(of: part, options: [.caseInsensitive, .diacriticInsensitive]) != nil
  }
}

extension RowTable where Element == Contact {
  mutating func addAll() {
    add(.strings, "name == 'Ada'") { $0.name == "Ada" }
    add(.strings, "name CONTAINS[cd] 'caf'") { $0.name.containsFolded("caf") }
    add(.strings, "name BEGINSWITH[c] 'the '") { $0.name.lowercased().hasPrefix("the ") }
    add(.strings, "email ENDSWITH '.org'") { $0.email.hasSuffix(".org") }
    add(.strings, "title LIKE[c] '*star*'") { $0.title.lowercased().contains("star") }
    add(.strings, "name MATCHES '[A-Z]{2}[0-9]+'", []) { contacts in
      guard let pattern = try? NSRegularExpression(pattern: "[A-Z]{2}[0-9]+") else { return -1 }
      return contacts.countMatches { contact in
        let range = NSRange(location: 0, length: contact.name.utf16.count)
        return pattern.firstMatch(in: contact.name, options: .anchored, range: range)?.range == range
      }
    }
    add(.search, "name CONTAINS[cd] 'an' OR city CONTAINS[cd] 'an' OR note CONTAINS[cd] 'an'") {
      $0.name.containsFolded("an") || $0.city.containsFolded("an") || ($0.note?.containsFolded("an") ?? false)
    }
    addSingle("name CONTAINS[cd] 'caf'") { $0.name.containsFolded("caf") }
  }
}

extension RowTable where Element == Entry {
  mutating func addAll() {
    add(.order, "filter of a struct with three strings", { $0.filter { $0.size < 100 }.count }) { entries in
      let query = try BoundQuery<Entry>("size < 100")
      return { try entries.filter(query).count }
    }
  }
}
