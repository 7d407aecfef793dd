import Foundation
import GRDB
import PredicateObjects
import PredicateSQLite
import PredicateTestSupport
import Testing

#if PostgreSQL
  import PredicatePostgreSQL
#endif

/// Every function that takes untrusted text gets the same hostile texts. None may show the hidden values.
@Suite struct UntrustedTextTests {
  /// A value with a property table, which is also a record of GRDB.
  struct Post: QueryableProperties, Hashable, Codable, FetchableRecord, PersistableRecord {
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

  private static let policy = QueryPolicy(work: 62_500)
    .allowing(.only("id", "title"), of: Post.self).allowing(.only("id", "title"), ofEntity: "Post")
  private static let notePolicy = QueryPolicy(work: 250_000).allowing(.only("title"), ofEntity: "Note")
  /// The value of the hidden property of every row. No text of an attack contains it by chance.
  private static let secret = "Zq7Zq7"
  private static let posts = (1...500).map {
    Post(id: $0, title: "abcdefghijklmnopqrstuvwxyz" + String($0, radix: 2), secret: secret)
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
    for post in Self.posts.prefix(50) {
      let note = try context.insert(Note.self)
      note.title = post.title
      note.secret = post.secret
    }
    try context.save()
  }

  /// A function with an argument for untrusted text.
  private struct Place {
    /// The line of the function in `scripts/public-names`.
    let entry: String
    /// Whether the text is an order, which leaves no row out.
    var isOrder = false
    /// Passes a text to the function. Returns the number of rows or elements that it found.
    let use: (String) throws -> Int
  }

  #if PostgreSQL
    /// The posts on a server; nil if PostgreSQL is not installed.
    private static let server = PostgreSQLServer.shared.map { server in
      Result {
        let rows = posts.map { "(\($0.id), '\($0.title)', '\($0.secret)')" }.joined(separator: ", ")
        let script =
          "CREATE TABLE post (id bigint PRIMARY KEY, title text NOT NULL, secret text NOT NULL);"
          + "INSERT INTO post VALUES \(rows); ANALYZE"
        return try PostgreSQLDatabase(connection: server.makeDatabase(script: script))
      }
    }

    private static func serverPlaces(_ policy: QueryPolicy) -> [Place] {
      let fetch = EntityFetch("Post", limit: 50)
      guard server != nil else { return [] }
      return [
        Place(entry: "FetchingDatabase.keys(_:text:order:policy:variables:options:)") {
          try server?.get().keys(fetch, text: $0, policy: policy).count ?? 0
        },
        Place(entry: "FetchingDatabase.keys(_:text:order:policy:variables:options:)", isOrder: true) {
          try server?.get().keys(fetch, text: nil, order: $0, policy: policy).count ?? 0
        },
        Place(entry: "FetchingDatabase.fetch(_:text:order:policy:variables:options:)") {
          try server?.get().fetch(fetch, text: $0, policy: policy).rows.count ?? 0
        },
        Place(entry: "FetchingDatabase.fetch(_:text:order:policy:variables:options:)", isOrder: true) {
          try server?.get().fetch(fetch, text: nil, order: $0, policy: policy).rows.count ?? 0
        },
        Place(entry: "FetchingDatabase.count(_:text:policy:variables:options:)") {
          try server?.get().count(fetch, text: $0, policy: policy) ?? 0
        },
      ]
    }

    /// The server does not run a statement that it expects to cost too much, and memory counts the steps of its part.
    @Test(.enabled(if: PostgreSQLServer.shared != nil)) func workIsBoundedOnAServer() throws {
      let database = try #require(Self.server).get()
      var small = Self.policy
      small.work = 4_000
      for (text, policy) in [
        ("title != 'x'", small), ("title MATCHES 'a.*'", small), ("title MATCHES '(?=~).*'", Self.policy),
      ] {
        let issue = #expect(throws: PredicateIssue.self) {
          try database.count(EntityFetch("Post"), text: text, policy: policy)
        }
        #expect(issue?.code == "policy-work", "\(text)")
      }
      #expect(try database.keys(EntityFetch("Post"), text: "id == 7", policy: small) == [7])
      var enough = Self.policy
      enough.work = 250_000
      let count = try database.count(EntityFetch("Post"), text: "title MATCHES 'a.*'", policy: enough)
      #expect(count == Self.posts.count)
    }
  #else
    private static func serverPlaces(_ policy: QueryPolicy) -> [Place] { [] }
  #endif

  private var places: [Place] { places(Self.policy, Self.notePolicy) }

  /// All places, with a policy for posts and one for notes.
  private func places(_ policy: QueryPolicy, _ notePolicy: QueryPolicy) -> [Place] {
    let (posts, fetch) = (Self.posts, EntityFetch("Post", limit: 50))
    let places = [
      Place(entry: "Sequence.filter(text:policy:variables:options:)") {
        try posts.filter(text: $0, policy: policy).count
      },
      Place(entry: "Set.filter(text:policy:variables:options:)") {
        let found: Set<Post> = try Set(posts).filter(text: $0, policy: policy)
        return found.count
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
      Place(entry: "FetchingDatabase.keys(_:text:order:policy:variables:options:)") {
        try database.keys(fetch, text: $0, policy: policy).count
      },
      Place(entry: "FetchingDatabase.keys(_:text:order:policy:variables:options:)", isOrder: true) {
        try database.keys(fetch, text: nil, order: $0, policy: policy).count
      },
      Place(entry: "FetchingDatabase.fetch(_:text:order:policy:variables:options:)") {
        try database.fetch(fetch, text: $0, policy: policy).rows.count
      },
      Place(entry: "FetchingDatabase.fetch(_:text:order:policy:variables:options:)", isOrder: true) {
        try database.fetch(fetch, text: nil, order: $0, policy: policy).rows.count
      },
      Place(entry: "FetchingDatabase.count(_:text:policy:variables:options:)") {
        try database.count(fetch, text: $0, policy: policy)
      },
      Place(entry: "DerivableRequest.filter(text:order:policy:in:variables:options:)") { text in
        try queue.read { connection in
          let request = try Post.all().filter(text: text, policy: policy, in: database)
          return try connection.reportingIssues { try request.fetchAll(connection).count }
        }
      },
      Place(entry: "DerivableRequest.filter(text:order:policy:in:variables:options:)", isOrder: true) { text in
        try queue.read { connection in
          let request = try Post.all().filter(text: "TRUEPREDICATE", order: text, policy: policy, in: database)
          return try connection.reportingIssues { try request.fetchAll(connection).count }
        }
      },
      Place(entry: "TableRecord.filter(text:order:policy:in:variables:options:)") { text in
        try queue.read { connection in
          let request = try Post.filter(text: text, policy: policy, in: database).limit(1)
          return try connection.reportingIssues { try request.fetchCount(connection) }
        }
      },
      Place(entry: "TableRecord.filter(text:order:policy:in:variables:options:)", isOrder: true) { text in
        try queue.read { connection in
          let request = try Post.filter(text: "TRUEPREDICATE", order: text, policy: policy, in: database)
          return try connection.reportingIssues { try request.fetchAll(connection).count }
        }
      },
      Place(entry: "ObjectContext.fetch(_:text:order:policy:variables:sortedBy:limit:offset:)") {
        try context.fetch(Note.self, text: $0, policy: notePolicy).count
      },
      Place(entry: "ObjectContext.fetch(_:text:order:policy:variables:sortedBy:limit:offset:)", isOrder: true) {
        try context.fetch(Note.self, text: "TRUEPREDICATE", order: $0, policy: notePolicy).count
      },
      Place(entry: "ObjectContext.count(_:text:policy:variables:)") {
        try context.count(Note.self, text: $0, policy: notePolicy)
      },
      Place(entry: "ObjectContext.observe(_:text:order:policy:variables:sortedBy:)") {
        try context.observe(Note.self, text: $0, policy: notePolicy).objects.count
      },
      Place(entry: "ObjectContext.observe(_:text:order:policy:variables:sortedBy:)", isOrder: true) {
        try context.observe(Note.self, text: "TRUEPREDICATE", order: $0, policy: notePolicy).objects.count
      },
    ]
    return places + Self.serverPlaces(policy)
  }

  private static let attacks = UntrustedTexts.attacks + UntrustedTexts.constructs

  /// The tests run in four parts, because filling the databases takes longer than a single test.
  private static let parts = 0..<4

  @Test(arguments: parts) func everyEntryEndsAndTellsNothing(_ part: Int) throws {
    for index in stride(from: part, to: Self.attacks.count, by: Self.parts.count) {
      let text = Self.attacks[index]
      attack(text, mayFind: false)
      // A text that contains the hidden value itself finds nothing either.
      let guessed = text.replacingOccurrences(of: "'s'", with: "'\(Self.secret)'")
      if guessed != text { attack(guessed, mayFind: false) }
    }
  }

  /// Texts of random tokens end with an answer or an issue. They may find rows.
  @Test(arguments: parts) func randomTokens(_ part: Int) throws {
    for seed in stride(from: part, to: 100, by: Self.parts.count) {
      attack(UntrustedTexts.random(seed: UInt64(seed)), mayFind: true)
    }
  }

  private func attack(_ attack: String, mayFind: Bool) {
    for place in places {
      for text in place.isOrder ? [attack, "TERNARY(\(attack), 1, 2) desc, title"] : [attack] {
        let name = "\(place.entry)\(place.isOrder ? " order" : "") \(text.prefix(120))"
        do {
          let found = try place.use(text)
          #expect(found == 0 || place.isOrder || mayFind, "\(name): \(found)")
        } catch let issue as PredicateIssue {
          let shown = [
            "\(issue)", issue.localizedDescription, DiagnosticRenderer().render(issue, in: text),
            issue.replacement?.applied(to: text) ?? "", "\(issue.range(in: text).map { "\(text[$0])" } ?? "")",
          ]
          for part in shown.prefix(2) {
            #expect(
              !part.contains("SELECT \"") && !part.contains("predicate_") && !part.contains("WHERE"), "\(name): \(part)"
            )
          }
          for part in shown {
            for hidden in ["secret", "Zq7"] where !text.contains(hidden) {
              #expect(!part.contains(hidden), "\(name): \(part.prefix(200))")
            }
            #expect(part.utf8.count <= 20_000 + 2 * text.utf8.count, "\(name): \(part.utf8.count) bytes")
          }
        } catch {
          Issue.record("\(name) throws \(type(of: error)): \(error)")
        }
      }
    }
  }

  /// Policies with one mistake each, for an entity and the Swift type with its name.
  private static func mistakes(_ entity: String) throws -> [(name: String, policy: QueryPolicy)] {
    let open = QueryPolicy().allowing(.all, ofEntity: entity)
    let rule = try QueryPredicate("title == 'none'")
    var misspelled = open
    misspelled.functions = .except("lenght:")
    return [
      ("secrte", QueryPolicy().allowing(.except("secrte"), ofEntity: entity)),
      ("titel", QueryPolicy().allowing(.only("titel", "title"), ofEntity: entity)),
      ("secrte", QueryPolicy(otherTypes: .except("secrte"))), ("lenght:", misspelled),
      (entity.lowercased(), open.requiring(rule, ofEntity: entity.lowercased())),
      (entity + "z", open.requiring(rule, ofEntity: entity + "z")),
      (entity + "z", open.allowing(.all, ofEntity: entity + "z").requiring(rule, ofEntity: entity + "z")),
      (entity, open.allowing(.only("title"), ofEntity: entity)),
    ]
  }

  /// If the policy has a mistake, every function throws an issue that names the policy, and shows no row.
  @Test func aMistakeInAPolicyShowsNothing() throws {
    for (ofPosts, ofNotes) in zip(try Self.mistakes("Post"), try Self.mistakes("Note")) {
      for place in places(ofPosts.policy, ofNotes.policy) {
        for text in place.isOrder ? ["secret", "title desc"] : ["secret == '\(Self.secret)'", "TRUEPREDICATE", ""] {
          let issue = try #require(throws: PredicateIssue.self, "\(place.entry) \(ofPosts.name)") {
            try place.use(text)
          }
          #expect(issue.code == "policy-mistake", "\(place.entry) \(ofPosts.name) \(issue)")
          let name = place.entry.hasPrefix("ObjectContext") ? ofNotes.name : ofPosts.name
          #expect(issue.message.contains("“\(name)”"), "\(place.entry) \(issue)")
          for shown in ["\(issue)", issue.localizedDescription] {
            #expect(!shown.contains("secret") && !shown.contains("Zq7"), "\(shown)")
          }
        }
      }
    }
  }

  /// If a policy has two rules for an entity, both apply.
  @Test func bothRulesHoldAtEveryEntry() throws {
    let posts = try Self.policy.requiring("secret == 'other'", ofEntity: "Post").requiring("id > 0", ofEntity: "Post")
    let both = try posts.requiring("id > 0", of: Post.self)
    let notes = try Self.notePolicy.requiring("secret == 'other'", ofEntity: "Note")
      .requiring("title != nil", ofEntity: "Note")
    for place in places(both, notes) {
      #expect(try place.use(place.isOrder ? "title" : "TRUEPREDICATE") == 0, "\(place.entry)")
    }
  }

  /// A fetch without columns shows what the policy allows. The columns that the application names are its own choice.
  @Test func rowsHaveOnlyTheColumnsOfThePolicy() throws {
    #if PostgreSQL
      let servers: [any FetchingDatabase] = try Self.server.map { [try $0.get()] } ?? []
    #else
      let servers: [any FetchingDatabase] = []
    #endif
    func columns(_ database: any FetchingDatabase, _ names: QueryPolicy.Names, _ own: [FetchedColumn] = []) throws
      -> [String]
    {
      let policy = QueryPolicy().allowing(names, ofEntity: "Post")
      let fetch = EntityFetch("Post", columns: own, limit: 2)
      let table = try database.fetch(fetch, text: "TRUEPREDICATE", order: "title", policy: policy)
      #expect(table.rows.count == 2 && table.rows.allSatisfy { $0.count == table.columns.count })
      #expect(table.columns.contains("secret") || !"\(table.rows)".contains(Self.secret))
      return table.columns
    }
    for database in [database] + servers {
      #expect(try columns(database, .all) == ["id", "title", "secret"])
      #expect(try columns(database, .except("secret")) == ["id", "title"])
      #expect(try columns(database, .only("title")) == ["title"])
      #expect(try columns(database, .only("title"), ["secret"]) == ["secret"])
      let issue = #expect(throws: PredicateIssue.self) {
        try database.fetch(
          EntityFetch("Post"), text: nil, policy: QueryPolicy().allowing(.only(), ofEntity: "Post"))
      }
      #expect(issue?.code == "policy-entity")
    }
  }

  /// The pattern that held a connection for minutes ends within the steps of the policy, and the connection is free for other requests afterwards.
  @Test func workIsCountedForOneStatementOnly() throws {
    try queue.read { connection in
      let hostile = try Post.filter(text: UntrustedTexts.attacks[0], policy: Self.policy, in: database)
      let issue = try #require(throws: PredicateIssue.self) {
        try connection.reportingIssues { try hostile.fetchAll(connection) }
      }
      #expect(issue.kind == .limit)
      var small = Self.policy
      small.work = 500
      let request = try Post.filter(text: "title != 'x' AND id * id > 0", policy: small, in: database)
      let used = try #require(throws: PredicateIssue.self) {
        try connection.reportingIssues { try request.fetchAll(connection) }
      }
      #expect(used.code == "policy-work")
      // The developer's own request has no such limit.
      #expect(
        try Post.filter(matching: "title != 'x' AND id * id > 0", in: database).fetchCount(connection)
          == Self.posts.count)
      let plain = #expect(throws: DatabaseError.self) {
        try connection.reportingIssues { try connection.execute(sql: "SELECT nothing") }
      }
      #expect(plain?.message?.contains("nothing") == true)
    }
  }

  /// Every public function with a policy occurs in the tests above. The list is compared with `scripts/public-names`.
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
    // Without a server its entries are not attacked.
    if Self.serverPlaces(Self.policy).isEmpty { listed = listed.filter { !$0.hasPrefix("PostgreSQLDatabase.") } }
    ordered.formIntersection(listed)
    #expect(listed == Set(places.map(\.entry)))
    #expect(ordered.subtracting(places.filter(\.isOrder).map(\.entry)).isEmpty)
  }
}
