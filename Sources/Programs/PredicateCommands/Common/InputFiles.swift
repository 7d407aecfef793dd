import Foundation
import PredicateChecking
import PredicateOutput

/// Finds and reads the files that a command line names.
enum InputFiles {
  /// Folders of tools, which contain no files written by people.
  private static let toolFolders: Set<String> = [
    ".git", ".hg", ".svn", ".build", ".swiftpm", ".gradle", ".venv", ".tox", ".cache", ".mypy_cache", ".pytest_cache",
    ".ruff_cache", ".terraform", ".next", ".nuxt", ".yarn", ".npm", ".bundle", ".direnv", ".Trash", ".Trashes",
    ".Spotlight-V100", ".fseventsd", ".DocumentRevisions-V100", ".TemporaryItems",
  ]
  /// Folders with sources of dependencies. If the command line itself names such a folder, it is read.
  private static let dependencyFolders: Set<String> = ["node_modules", "Pods", "Carthage"]

  /// The file, or the files of a folder in the order of their names. Folders of tools and dependencies are left out.
  static func expanded(_ path: String) -> [(file: String, isNamed: Bool)] { search(path).files }

  /// The file, or the files of a folder, and the folders of dependencies that were left out.
  ///
  /// - Parameter readsHidden: Whether files and folders with names that begin with a dot are read.
  static func search(
    _ path: String, readsHidden: Bool = true
  ) -> (files: [(file: String, isNamed: Bool)], leftOut: [String]) {
    guard isFolder(path) else { return ([(path, true)], []) }
    var files: [String] = []
    var leftOut: [String] = []
    let folder = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    add(filesIn: folder, readsHidden, to: &files, &leftOut)
    return (files.sorted().map { ($0, false) }, leftOut.sorted())
  }

  static func isFolder(_ path: String) -> Bool { kind(of: path, followsLinks: true) == S_IFDIR }

  static func inside(_ folder: String) -> [String] {
    do {
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      return names.sorted().map { "\(folder)/\($0)" }
    } catch {
      return []
    }
  }

  /// Adds the regular files of a folder. Links to folders are not followed, so that no folder is read twice.
  private static func add(
    filesIn folder: String, _ readsHidden: Bool, to files: inout [String], _ leftOut: inout [String]
  ) {
    let names: [String]
    do { names = try FileManager.default.contentsOfDirectory(atPath: folder) } catch { return }
    for name in names where readsHidden || !name.hasPrefix(".") {
      let path = "\(folder)/\(name)"
      switch kind(of: path, followsLinks: false) {
      case S_IFDIR where toolFolders.contains(name): continue
      case S_IFDIR where dependencyFolders.contains(name): leftOut.append(path)
      case S_IFDIR: add(filesIn: path, readsHidden, to: &files, &leftOut)
      case S_IFREG: files.append(path)
      case S_IFLNK: if kind(of: path, followsLinks: true) == S_IFREG { files.append(path) }
      default: break
      }
    }
  }

  /// The file type bits in the mode of a path, such as those of a folder; nil if the path does not exist.
  private static func kind(of path: String, followsLinks: Bool) -> mode_t? {
    var facts = stat()
    guard (followsLinks ? stat(path, &facts) : lstat(path, &facts)) == 0 else { return nil }
    return facts.st_mode & S_IFMT
  }

  /// Replaces the contents of a file, which keeps its permissions and its links. If that fails, reports it and returns false.
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

  /// The number of bytes of a file that are read at a time.
  private static let part = 1 << 24

  /// Calls a function with a file in parts that consist of whole lines, and with the number of lines before each part. Returns false if the file
  /// cannot be read.
  static func forEachPart(of file: String, _ errors: any ShellOutput, _ body: ([UInt8], Int) -> Void) -> Bool {
    guard let handle = FileHandle(forReadingAtPath: file) else {
      errors.write("predicate: \(file): \(String(cString: strerror(errno)))\n")
      return false
    }
    defer { handle.closeFile() }
    var rest: [UInt8] = []
    var lines = 0
    do {
      while let data = try handle.read(upToCount: part), !data.isEmpty {
        rest += data
        // A line that is longer than the limit ends the reading.
        if rest.count > FileCheck.sizeLimit { break }
        // UTF-16, whose line ends are not single bytes, has zero bytes. Such a file is passed as one part.
        guard !rest.prefix(4).contains(0), let end = rest.lastIndex(of: 0x0A), rest.count > part / 2 else { continue }
        let whole = Array(rest[...end])
        body(whole, lines)
        lines += whole.count { $0 == 0x0A }
        rest.removeSubrange(...end)
      }
      if !rest.isEmpty { body(rest, lines) }
      return true
    } catch {
      errors.write("predicate: \(file): \(error.localizedDescription)\n")
      return false
    }
  }

  /// The bytes of a file, not much more than the limit. If it cannot be read, reports it and returns nil. `-` is standard input.
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
