import PredicateDatabases
import PredicateModel
import PredicateValues

extension ContractFixture {
  /// Singers and songs, with a table of pairs that has no key: some pairs occur more than once, and some have only one side. Clubs and members, whose
  /// texts compare without case: the foreign key `a` refers to the key `A`.
  static let ofFacts: [Table] = [
    table("singer", [("id", .integer, true), ("name", .string, true)], key: ["id"], count: 4) { row in
      [.integer(row), .string(["Rain", "Sun", "Snow", "Wind"][Int(row) - 1])]
    },
    table(
      "song", [("id", .integer, true), ("title", .string, true), ("seconds", .integer, false)], key: ["id"], count: 5
    ) { row in
      [
        .integer(row), .string(["Grey", "Drops", "Light", "Drops", "Late"][Int(row) - 1]),
        row == 4 ? .null : .integer(row * 100),
      ]
    },
    table(
      "singer_song", [("singer_id", .integer, false), ("song_id", .integer, false)], key: [],
      foreign: [key(["singer_id"], "singer", ["id"]), key(["song_id"], "song", ["id"])], count: Int64(pairs.count)
    ) { row in pairs[Int(row) - 1].map { $0.map { .integer($0) } ?? .null } },
    table(
      "club", [("code", .string, true), ("town", .string, false)], key: ["code"], loose: ["code", "town"], count: 4
    ) { row in [.string(["A", "b", "C", "d"][Int(row) - 1]), .string(["Graz", "graz", "Linz", "GRAZ"][Int(row) - 1])] },
    table(
      "member", [("id", .integer, true), ("nickname", .string, false), ("club_code", .string, false)], key: ["id"],
      foreign: [key(["club_code"], "club", ["code"])], loose: ["nickname", "club_code"], count: 8
    ) { row in
      let codes: [String?] = ["A", "a", "B", "b", nil, "C", "a", "c"]
      return [
        .integer(row), .string(["emma", "Emma", "EMMA", "zoe", "Zoe", "Ida", "ida", "Bo"][Int(row) - 1]),
        codes[Int(row) - 1].map { .string($0) } ?? .null,
      ]
    },
  ]

  /// The model with the relationship of the pairs, which a schema without a key does not have by itself.
  static func withPairs(_ model: DataModel) -> DataModel {
    let ends = [("Singer", "songs", "Song", "singers"), ("Song", "singers", "Singer", "songs")]
    let columns = ["Singer": ["singer_id"], "Song": ["song_id"]]
    return DataModel(
      entities: model.entities.map { entity in
        guard let (name, way, other, inverse) = ends.first(where: { $0.0.hasSameScalars(as: entity.name) }) else {
          return entity
        }
        let pairs = RelationshipStorage.JoinTable(
          table: "singer_song", sourceColumns: columns[name] ?? [], destinationColumns: columns[other] ?? [])
        let relationship = Relationship(
          name: way, destination: other, inverse: inverse, cardinality: .toMany, storage: .joinTable(pairs))
        return entity.with { $0.relationships.append(relationship) }
      })
  }

  private static let pairs: [[Int64?]] = [
    [1, 2], [1, 2], [1, 1], [2, 3], [2, 3], [2, 3], [nil, 3], [4, 2], [4, 4], [4, 4], [4, nil],
  ]
}
