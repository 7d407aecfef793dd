import Foundation
import GRDB
import PredicateObjects
import PredicateSQLite
import PredicateTestSupport
import Testing

/// Every entry that takes untrusted text is attacked with the same texts.
@Suite struct UntrustedTextTests {
  /// A value with a property table, which is also a record of GRDB.
  struct Post: QueryableProperties, Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "post"
    var id: Int64
    var title: String
    var secret: String
    static let queryProperties: [QueryProperty<Post>] = [
      QueryProperty("id", \.id), QueryProperty("title", \.title), QueryProperty("secret", \.secret),
    ]
  }

  final class Note: StoredObject {
    @Stored var title: String
    @Stored var secret: String
  }

  private static let policy = QueryPolicy(work: 1_000_000)
    .allowing(.only("id", "title"), of: Post.self).allowing(.only("id", "title"), ofEntity: "Post")
    .allowing(.only("title"), ofEntity: "Note")
  private static let posts = (1...2_000).map {
    Post(id: $0, title: "abcdefghijklmnopqrstuvwxyz" + String($0, radix: 2), secret: "s")
  }

  private let queue: DatabaseQueue
  private let database: PredicateDatabase
  private let context: ObjectContext

  init() throws {
    queue = try DatabaseQueue()
    try queue.write { connection in
      try connection.execute(
        sql: "CREATE TABLE post (id INTEGER PRIMARY KEY, title TEXT NOT NULL, secret TEXT NOT NULL)")
      for post in Self.posts { try post.insert(connection) }
    }
    database = try PredicateDatabase(queue)
    context = try ObjectContext(classes: [Note.self])
    for post in Self.posts.prefix(200) {
      let note = try context.insert(Note.self)
      note.title = post.title
      note.secret = post.secret
    }
    try context.save()
  }

  /// A place where an entry takes untrusted text.
  private struct Place {
    /// The line of the entry in scripts/public-names.
    let entry: String
    /// Whether the text is an order, which leaves no row out.
    var isOrder = false
    /// Gives a text to the entry. Returns the number of rows or elements that it found.
    let use: (String) throws -> Int
  }

  private var places: [Place] {
    let (policy, posts, fetch) = (Self.policy, Self.posts, EntityFetch("Post", limit: 50))
    return [
      Place(entry: "Sequence.filter(text:policy:variables:options:)") {
        try posts.filter(text: $0, policy: policy).count
      },
      Place(entry: "Sequence.count(text:policy:variables:options:)") { try posts.count(text: $0, policy: policy) },
      Place(entry: "Sequence.first(text:policy:variables:options:)") {
        try posts.first(text: $0, policy: policy) == nil ? 0 : 1
      },
      Place(entry: "Sequence.sorted(text:policy:variables:options:)", isOrder: true) {
        try posts.sorted(text: $0, policy: policy).count
      },
      Place(entry: "QueryPolicy.Query.init(_:policy:variables:options:)") {
        let query = try QueryPolicy.Query<Post>($0, policy: policy)
        let matching = try posts.prefix(9).count { try query.matches($0) }
        return try posts.filter(query).count + posts.count(where: query) + matching
      },
      Place(entry: "PredicateDatabase.keys(_:text:order:policy:variables:options:)") {
        try database.keys(fetch, text: $0, policy: policy).count
      },
      Place(entry: "PredicateDatabase.keys(_:text:order:policy:variables:options:)", isOrder: true) {
        try database.keys(fetch, text: nil, order: $0, policy: policy).count
      },
      Place(entry: "PredicateDatabase.fetch(_:text:order:policy:variables:options:)") {
        try database.fetch(fetch, text: $0, policy: policy).rows.count
      },
      Place(entry: "PredicateDatabase.fetch(_:text:order:policy:variables:options:)", isOrder: true) {
        try database.fetch(fetch, text: nil, order: $0, policy: policy).rows.count
      },
      Place(entry: "PredicateDatabase.count(_:text:policy:variables:options:)") {
        try database.count(fetch, text: $0, policy: policy)
      },
      Place(entry: "DerivableRequest.filter(text:policy:in:variables:options:)") { text in
        try queue.read { connection in
          let request = try Post.all().filter(text: text, policy: policy, in: database)
          return try connection.reportingIssues { try request.fetchAll(connection).count }
        }
      },
      Place(entry: "TableRecord.filter(text:policy:in:variables:options:)") { text in
        try queue.read { connection in
          let request = try Post.filter(text: text, policy: policy, in: database).limit(1)
          return try connection.reportingIssues { try request.fetchCount(connection) }
        }
      },
      Place(entry: "ObjectContext.fetch(_:text:order:policy:variables:sortedBy:limit:offset:)") {
        try context.fetch(Note.self, text: $0, policy: policy).count
      },
      Place(entry: "ObjectContext.fetch(_:text:order:policy:variables:sortedBy:limit:offset:)", isOrder: true) {
        try context.fetch(Note.self, text: "TRUEPREDICATE", order: $0, policy: policy).count
      },
    ]
  }

  static let attacks: [String] = {
    let deep = String(repeating: "(", count: 5_000) + "title == 'x'" + String(repeating: ")", count: 5_000)
    var grown = "title"
    for _ in 0..<24 { grown = "replace(\(grown), 'a', 'aaaaaaaaaaaaaaaaaaaaaaaa')" }
    return [
      #"title MATCHES '(.*)*(.*)*(.*)*x\\1'"#, "title MATCHES '(a|b|ab)*(?=c)x'", "title MATCHES '['",
      "title LIKE '*a*b*c*d*e*f*g*h*i*j*k*l*m*n*o*p*q*r*s*t*u*v*w*x*y*z*!'", deep, "\(grown) == 'x'",
      String(repeating: "title == 'x' OR ", count: 4_000) + "FALSEPREDICATE",
      "secret == 's'", "title == 'x' OR secret == 's'", "SELF.secret == 's'", "post.secret == 's'",
      "title == 'x'; DROP TABLE post", "title == 'x' UNION SELECT secret FROM post", "title == \"x\u{0}' OR 1 == 1",
      "FUNCTION(title, 'deleteAll') == nil", "title == %@", "%K == 1", "$nobody == 1", "title ==", "",
      "SUBQUERY({1,2,3,4,5,6,7,8}, $a, SUBQUERY({1,2,3,4,5,6,7,8}, $b, SUBQUERY({1,2,3,4,5,6,7,8}, $c, "
        + "SUBQUERY({1,2,3,4,5,6,7,8}, $d, $a + $b + $c + $d == 0).@count > 0).@count > 0).@count > 0).@count > 0",
    ]
  }()

  @Test(arguments: attacks.indices) func everyEntryEndsAndTellsNothing(_ index: Int) throws {
    let attack = Self.attacks[index]
    for place in places {
      for text in place.isOrder ? [attack, "TERNARY(\(attack), 1, 2) desc, title"] : [attack] {
        let name = "\(place.entry)\(place.isOrder ? " order" : "")"
        do {
          let found = try place.use(text)
          #expect(found == 0 || place.isOrder, "\(name): \(found)")
        } catch let issue as PredicateIssue {
          let text = "\(issue) \(issue.localizedDescription)"
          #expect(
            !text.contains("SELECT \"") && !text.contains("predicate_") && !text.contains("WHERE"), "\(name): \(text)")
        } catch {
          Issue.record("\(name) throws \(type(of: error)): \(error)")
        }
      }
    }
  }

  /// The pattern that held a connection for minutes ends within the steps of the policy, and the connection is free for other requests afterwards.
  @Test func workIsCountedForOneStatementOnly() throws {
    try queue.read { connection in
      let hostile = try Post.filter(text: Self.attacks[0], policy: Self.policy, in: database)
      let issue = try #require(throws: PredicateIssue.self) {
        try connection.reportingIssues { try hostile.fetchAll(connection) }
      }
      #expect(issue.kind == .limit)
      var small = Self.policy
      small.work = 2_000
      let request = try Post.filter(text: "title != 'x' AND id * id > 0", policy: small, in: database)
      let used = try #require(throws: PredicateIssue.self) {
        try connection.reportingIssues { try request.fetchAll(connection) }
      }
      #expect(used.code == "policy-work")
      // The developer's own request has no such limit.
      #expect(try Post.filter(matching: "title != 'x' AND id * id > 0", in: database).fetchCount(connection) == 2_000)
      let plain = #expect(throws: DatabaseError.self) {
        try connection.reportingIssues { try connection.execute(sql: "SELECT nothing") }
      }
      #expect(plain?.message?.contains("nothing") == true)
    }
  }

  /// Every public function with a policy is attacked above. `scripts/check-public-names` keeps the lists complete.
  @Test func everyEntryIsAttacked() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../../../scripts/public-names")
    var listed: Set<String> = []
    var ordered: Set<String> = []
    for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") where line.contains("policy:") {
        listed.insert(String(line))
        if line.contains("order:") { ordered.insert(String(line)) }
      }
    }
    #expect(listed == Set(places.map(\.entry)))
    #expect(ordered.subtracting(places.filter(\.isOrder).map(\.entry)).isEmpty)
  }
}
