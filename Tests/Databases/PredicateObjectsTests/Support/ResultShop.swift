import GRDB
import PredicateModel
import PredicateSQLite
import PredicateObjects
import PredicateTestSupport
import PredicateValues

/// A class of objects for the tests of observed results.
final class Article: StoredObject {
  @Stored(default: "") var name: String
  @Stored(default: 0) var rank: Int
  @Stored var kind: String?
  @ToOne var maker: Maker?
}

final class Maker: StoredObject {
  @Stored var name: String
  @ToMany(inverse: \.maker) var articles: [Article]
}

/// A list that a user interface shows. It is updated only by applying changes.
struct ShownList {
  /// The numbers of the objects, in their sections.
  var sections: [[ObjectIdentifier]]

  init(_ results: ObservedResults<Article>) {
    sections = results.sections.map { results[$0].map(ObjectIdentifier.init) }
  }

  /// Applies changes as the documentation of ``ResultChanges`` describes. New objects are read from the results.
  mutating func follow(_ changes: ResultChanges, _ results: ObservedResults<Article>) {
    for place in (changes.deletes + changes.moves.map(\.from)).sorted(by: { $0.index > $1.index }) {
      sections[place.section].remove(at: place.item)
    }
    for section in changes.deletedSections.reversed() { sections.remove(at: section) }
    for section in changes.insertedSections { sections.insert([], at: section) }
    for place in (changes.inserts + changes.moves.map(\.to)).sorted(by: { $0.index < $1.index }) {
      sections[place.section].insert(ObjectIdentifier(results.objects[place.index]), at: place.item)
    }
  }
}

/// The expected changes between two lists, found in the simplest way.
struct DifferenceOracle {
  struct Shown {
    let object: ObjectIdentifier
    let section: String
    let values: [String]

    init(_ article: Article, _ results: ObservedResults<Article>) {
      object = ObjectIdentifier(article)
      let index = results.objects.firstIndex { $0 === article } ?? 0
      section = results.sections.first { $0.range.contains(index) }.map { "\($0.name)" } ?? ""
      values = [
        article.name, String(article.rank), article.kind ?? "nil", article.maker.map { "\($0.id)" } ?? "nil",
      ]
    }
  }

  let before: [Shown]
  let after: [Shown]

  var inserted: Set<ObjectIdentifier> { Set(after.map(\.object)).subtracting(before.map(\.object)) }
  var deleted: Set<ObjectIdentifier> { Set(before.map(\.object)).subtracting(after.map(\.object)) }

  var updated: Set<ObjectIdentifier> {
    Set(after.filter { new in before.contains { $0.object == new.object && $0.values != new.values } }.map(\.object))
  }

  /// The least number of moves: all common objects but the longest list of those that keep their section and their order, found by
  /// looking at every pair.
  var leastMoves: Int {
    let places = after.compactMap { new in
      before.firstIndex { $0.object == new.object }.map { ($0, before[$0].section == new.section) }
    }
    var longest = Array(repeating: 0, count: places.count)
    for (index, place) in places.enumerated() where place.1 {
      longest[index] = 1
      for other in places.indices.prefix(index) where places[other].1 && places[other].0 < place.0 {
        longest[index] = max(longest[index], longest[other] + 1)
      }
    }
    return places.count - (longest.max() ?? 0)
  }
}
