// Closures that are called while a database is read run on any thread.
//
// error 9:39: mutation of captured var 'reports' in concurrently-executing code
import OpenPredicate
import PredicateSQLite

func count(_ database: PredicateDatabase, _ fetch: EntityFetch) throws -> Int {
  var reports = 0
  return try database.watching({ _ in reports += 1 }) { try database.count(fetch) }
}
