import PredicateModel

/// A friend of the demo, before it is a row.
struct DemoFriend {
  /// The full name.
  let name: String
  /// An address, or none.
  let email: String?
  /// Midnight UTC, in seconds since 2001.
  let birthday: Double?
}

extension FriendList {
  /// All friends in the order of their ids.
  ///
  /// - Throws: ``DemoDataIssue``.
  static func friends(in text: String = FriendList.text) throws(DemoDataIssue) -> [DemoFriend] {
    var friends: [DemoFriend] = []
    for row in try DemoText.rows(of: text, fields: 3) {
      var birthday: Double?
      if let text = row.optionalText(2) {
        guard case .date(let seconds) = AttributeStorage.iso8601Text.value(of: .text(text), as: .date) else {
          throw .field(line: row.line, name: "birthday", text: text)
        }
        birthday = seconds
      }
      friends.append(
        DemoFriend(name: try row.text(0, "name"), email: row.optionalText(1), birthday: birthday))
    }
    return friends
  }
}
