import Foundation

/// Databases of well-known shapes, as SQL that `sqlite3` takes too: `Tests/Databases`.
public enum SampleDatabase: String, CaseIterable, Sendable {
  /// Artists, albums, tracks, playlists, invoices.
  case musicStore = "music-store"
  /// Customers, orders, products, employees.
  case orderEntry = "order-entry"

  /// The statements that make it.
  public func sql() throws -> String {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return try String(contentsOf: folder.appending(path: "Databases/\(rawValue).sql"), encoding: .utf8)
  }
}
