import Foundation
import OpenPredicate

extension RowTable where Element == Records.Dictionary {
  mutating func addAll() {
    add(
      .dictionaries, "[String: Any]: " + Records.format,
      { records in
        records.countMatches {
          ($0["year"] as? Int ?? 0) > 1990 && ($0["name"] as? String)?.lowercased().contains("a") ?? false
        }
      }
    ) { records in
      let query = try BoundQuery<Records.Dictionary>(QueryPredicate(QueryFormat(raw: Records.format)))
      return { try records.count(where: query) }
    }
  }
}
