import GRDB
import PredicateDocuments
import PredicateModel

/// The model that Core Data stores in a file: `Z_MODELCACHE.Z_CONTENT` is the model's archive in a raw DEFLATE stream.
enum CoreDataModelCache {
  case model(ArchivedModel)
  /// The store has no usable model, for the given reason.
  case unusable(String)

  /// The sizes of the largest stream and of the largest archive. Models of known applications have archives of at most 100 KB.
  static let limits = (stream: 4 << 20, archive: 8 << 20)

  private static let table = "Z_MODELCACHE"
  private static let consequence =
    "names and relationships are guessed from the tables; --model takes them from the model"

  static func read(_ tables: [TableInfo], in database: Database) throws -> CoreDataModelCache {
    guard tables.contains(where: { $0.name.isSameSQLName(as: table) && $0.column(named: "Z_CONTENT") != nil }) else {
      return .unusable("the store has no \(table): \(consequence)")
    }
    let content: StoredValue
    do {
      let rows = try RawStatement(
        database,
        "SELECT CASE WHEN length(Z_CONTENT) <= \(limits.stream) THEN Z_CONTENT END FROM \(table) LIMIT 1")
      guard try rows.step() else { return .unusable("\(table) is empty: \(consequence)") }
      content = rows.value(at: 0)
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
      return .unusable("\(table) is damaged: \(consequence)")
    }
    guard case .blob(let stream) = content, !stream.isEmpty else {
      return .unusable("\(table) holds no model that can be read: \(consequence)")
    }
    do throws(PropertyListDamage) {
      return .model(try model(of: stream))
    } catch {
      return .unusable("the model in \(table) is damaged: \(error.message); \(consequence)")
    }
  }

  static func model(of stream: [UInt8]) throws(PropertyListDamage) -> ArchivedModel {
    guard let archive = Inflation.bytes(of: stream, limit: limits.archive) else {
      throw PropertyListDamage("it cannot be inflated", at: 0)
    }
    return try ArchivedModel(archive)
  }
}
