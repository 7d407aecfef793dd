import OpenPredicate

/// Posts of people, in two worlds that differ only in values that the policy hides.
struct PolicyPost: QueryableProperties {
  var title: String
  var body: String
  var year: Int
  var score: Double?
  var tags: [String]
  var draftNote: String
  var isPublic = true
  var author: PolicyUser
  var coauthor: PolicyUser?
  var reviewers: [PolicyUser] = []
  var site: PolicySite
  var office: PolicySite
  var vault: PolicyVault
  var payload: any Sendable
  var extras: [String: Int] = ["likes": 3]
  var users: [String: PolicyUser] = [:]

  static let queryProperties: [QueryProperty<PolicyPost>] = [
    QueryProperty("title", \.title), QueryProperty("body", \.body), QueryProperty("year", \.year),
    QueryProperty("score", \.score), QueryProperty("tags", \.tags), QueryProperty("draftNote", \.draftNote),
    QueryProperty("isPublic", \.isPublic), QueryProperty("author", \.author), QueryProperty("coauthor", \.coauthor),
    QueryProperty("reviewers", \.reviewers), QueryProperty("site", \.site), QueryProperty("office", \.office),
    QueryProperty("vault", \.vault), QueryProperty("payload", \.payload), QueryProperty("extras", \.extras),
    QueryProperty("users", \.users),
  ]
}

/// A person with a property that the table lists and the policy hides, and one that the table does not list.
final class PolicyUser: QueryableProperties, Sendable {
  let name: String
  let passwordHash: String
  let posts: [PolicyPost]
  private let token: String

  init(_ name: String, hash: String, posts: [PolicyPost] = []) {
    self.name = name
    passwordHash = hash
    token = hash
    self.posts = posts
  }

  static let queryProperties: [QueryProperty<PolicyUser>] = [
    QueryProperty("name") { $0.name }, QueryProperty("passwordHash") { $0.passwordHash },
    QueryProperty("posts") { $0.posts },
  ]
}

/// A struct that equals another one only if the hidden property is equal, too.
struct PolicySite: QueryableProperties, Hashable {
  var city: String
  var doorCode: String

  static let queryProperties: [QueryProperty<PolicySite>] = [
    QueryProperty("city", \.city), QueryProperty("doorCode", \.doorCode),
  ]
}

/// A type without a table.
struct PolicyVault: Hashable {
  var secret: String
}

/// A set of posts with its hidden values.
struct PolicyWorld {
  let posts: [PolicyPost]

  /// A world whose hidden values begin with a letter.
  init(secret: String) {
    let hidden = secret + "eadbeef"
    let inner = PolicyPost(
      title: "Inner", body: "x", year: 1999, score: nil, tags: [], draftNote: hidden,
      author: PolicyUser("Cleo", hash: hidden), site: PolicySite(city: "Wien", doorCode: hidden),
      office: PolicySite(city: "Wien", doorCode: "0000"), vault: PolicyVault(secret: hidden),
      payload: PolicyVault(secret: hidden))
    let ada = PolicyUser("Ada", hash: hidden, posts: [inner])
    let bob = PolicyUser("Bob", hash: "d000", posts: [inner])
    posts = (0..<12).map { number in
      PolicyPost(
        title: "Post \(number)", body: String(repeating: "x", count: 40) + "y", year: 1990 + number,
        score: number.isMultiple(of: 3) ? nil : Double(number), tags: ["swift", "tag\(number % 4)"],
        draftNote: number.isMultiple(of: 2) ? hidden : "plain", isPublic: number != 5, author: number < 6 ? ada : bob,
        coauthor: number.isMultiple(of: 4) ? nil : bob, reviewers: [ada, bob],
        site: PolicySite(city: "Wien", doorCode: number < 4 ? hidden : "0000"),
        office: PolicySite(city: "Wien", doorCode: "0000"), vault: PolicyVault(secret: hidden),
        payload: number.isMultiple(of: 2) ? PolicyVault(secret: hidden) : PolicyUser("Eve", hash: hidden),
        users: ["owner": ada])
    }
  }

  /// The policy for the attacker's texts: everything except the hidden properties.
  static let policy = QueryPolicy(work: 2_000_000)
    .allowing(.except("draftNote"), of: PolicyPost.self)
    .allowing(.only("name", "posts"), of: PolicyUser.self)
    .allowing(.only("city"), of: PolicySite.self)
    .allowing(.all, of: PolicyVault.self)
}
