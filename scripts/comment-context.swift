// What the examples in the comments of public declarations use without declaring it: scripts/swift-blocks compiles them after these lines.
import Foundation
import GRDB
import OpenPredicate
import PredicateBinding
import PredicateDatabases
import PredicateEngine
import PredicateFoundation
import PredicateModel
import PredicateReference
import PredicateSQLite
import PredicateStatements
import PredicateSyntax
import PredicateValues
import PredicateXcodeModels

struct Tag: Codable { var name: String }
struct Loan { var days: Int }
struct Friend: Codable, FetchableRecord, TableRecord {
  var name: String
  static let loans = hasMany(Movie.self)
}
enum Genre: String, Codable { case noir, drama }
struct Movie: Codable, FetchableRecord, TableRecord {
  var id: Int64, title: String, year: Int, rating: Double?, genre: String, tags: [String], lent: Bool
}
typealias Film = Movie
final class User: QueryableProperties, Sendable {
  let name: String
  init(name: String) { self.name = name }
  static let queryProperties: [QueryProperty<User>] = [QueryProperty("name") { $0.name }]
}
struct Post { var title: String, isPublic: Bool, author: User }
struct Player { var volume: Int }
struct Settings { var condition: String }
struct Money { var cents: Int64 }
struct Invoice { var total: Money }
struct Person { var name: String }

let movies: [Movie] = [], posts: [Post] = [], otherPosts: [Post] = [], players: [Player] = [], invoices: [Invoice] = []
func example<Value>() -> Value { fatalError("An example is compiled, and not run.") }
let movie: Movie = example(), film: Movie = example(), user: User = example(), issue: PredicateIssue = example()
let minimum = 1990, typed = "", text = "", name = "", column = "year", prefix = "The", value = 1990, path = "films.sqlite"
let weight = 2.0, settings = Settings(condition: "year > 1990"), file = Data(), genre = "Noir"
let policy = QueryPolicy(), predicate: QueryPredicate = example(), query: BoundQuery<Movie> = example()
let model: DataModel = example(), list: QueryExpression = example(), names: QueryExpression = example()
let year: QueryExpression = example(), modelFile: ModelFile = example(), author = ObjectReference(entity: "User", key: 3)
let isLeap: FunctionDefinition = example(), queue: DatabaseQueue = example(), database: PredicateDatabase = example()
let a: QueryExpression = example(), b: QueryExpression = example(), c: QueryExpression = example()
let p: QueryPredicate = example(), q: QueryPredicate = example(), r: QueryPredicate = example()
func show(_ value: Any) {}
