import Foundation

/// Which files keep what was typed for a database.
enum HistoryLocation {
  /// The file `OPENPREDICATE_HISTORY` names (nil where that is empty: nothing is kept), else one a database in
  /// `$XDG_STATE_HOME/openpredicate` or `~/.local/state/openpredicate`.
  ///
  /// - Parameter identity: what tells the database from others: its absolute path.
  static func path(for identity: String, environment: [String: String]) -> String? {
    if let named = environment["OPENPREDICATE_HISTORY"] { return named.isEmpty ? nil : named }
    guard let folder = folder(environment, "XDG_STATE_HOME", ".local/state") else { return nil }
    return "\(folder)/openpredicate/\(fileName(for: identity)).history"
  }

  /// The file of the statements that are saved for a database: in `$XDG_DATA_HOME/openpredicate` or `~/.local/share/openpredicate`.
  static func savedQueries(for identity: String, environment: [String: String]) -> String? {
    guard let folder = folder(environment, "XDG_DATA_HOME", ".local/share") else { return nil }
    return "\(folder)/openpredicate/\(fileName(for: identity)).queries"
  }

  private static func folder(_ environment: [String: String], _ variable: String, _ standard: String) -> String? {
    // The base directory specification: a path that is not absolute is to be ignored.
    if let chosen = environment[variable], chosen.hasPrefix("/") { return chosen }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return "\(home)/\(standard)"
  }

  /// A name that people recognise, and a checksum that tells files of one name apart.
  private static func fileName(for identity: String) -> String {
    let last = identity.split(separator: "/").last ?? "database"
    let readable = last.unicodeScalars.prefix(40).map { scalar in
      scalar.isASCII && scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "-" || scalar == "_"
        ? String(scalar) : "_"
    }
    // FNV-1a, 64 bits: Swift's own hashes differ from run to run.
    let checksum = identity.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return "\(readable.joined())-\(String(checksum, radix: 16))"
  }
}
