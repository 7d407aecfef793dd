import Foundation
import PredicateChecking
import PredicateOutput

/// Files that a command line names.
enum InputFiles {
  /// A file, or the files of a folder in the order of their names, without those whose names begin with a point.
  static func expanded(_ path: String) -> [(file: String, isNamed: Bool)] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue,
      let paths = FileManager.default.enumerator(atPath: path)
    else { return [(path, true)] }
    var files: [String] = []
    for case let inner as String in paths {
      let isHidden = inner.split(separator: "/").contains { $0.hasPrefix(".") }
      let full = path.hasSuffix("/") ? path + inner : path + "/" + inner
      var isFolder: ObjCBool = false
      guard !isHidden, FileManager.default.fileExists(atPath: full, isDirectory: &isFolder), !isFolder.boolValue
      else { continue }
      files.append(full)
    }
    return files.sorted().map { ($0, false) }
  }

  /// Writes bytes in the place of a file's own, which keeps its permissions and its links; false if that fails, which is reported.
  static func write(_ bytes: [UInt8], to file: String, _ errors: any ShellOutput) -> Bool {
    do {
      let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: file))
      try handle.write(contentsOf: Data(bytes))
      try handle.truncate(atOffset: UInt64(bytes.count))
      try handle.close()
      return true
    } catch {
      errors.write("predicate: \(file): \(error.localizedDescription)\n")
      return false
    }
  }

  /// The bytes of a file, no more than one portion beyond the limit; nil where it cannot be read, which is told. `-` is standard input.
  static func bytes(of file: String, _ errors: any ShellOutput) -> [UInt8]? {
    let descriptor = file == "-" ? STDIN_FILENO : open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      errors.write("predicate: \(file): \(String(cString: strerror(errno)))\n")
      return nil
    }
    defer { if descriptor != STDIN_FILENO { close(descriptor) } }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= FileCheck.sizeLimit {
      let count = read(descriptor, &buffer, buffer.count)
      if count == 0 { return bytes }
      if count < 0 {
        if errno == EINTR { continue }
        errors.write("predicate: \(file): \(String(cString: strerror(errno)))\n")
        return nil
      }
      bytes += buffer[..<count]
    }
    return bytes
  }
}
