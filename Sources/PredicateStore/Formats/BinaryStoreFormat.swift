import Foundation

/// Binary property lists: an object table, in which equal texts and integers stand once.
enum BinaryStoreFormat {
  static let magic = Array("bplist00".utf8)

  static func bytes(of root: StoreNode) -> [UInt8] {
    var writer = BinaryStoreWriter()
    return writer.bytes(of: root)
  }

  static func root(of bytes: [UInt8]) throws(StoreFileDamage) -> StoreNode {
    var reader = try BinaryStoreReader(bytes)
    return try reader.root()
  }
}
