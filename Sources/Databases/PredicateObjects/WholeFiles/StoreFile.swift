import Foundation
import PredicateSQLite

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// A file that is replaced as a whole: reading it, locking it, and replacing it in one step.
///
/// A process that replaces the file holds a lock on it (`flock`), so that no other process can replace it. The new file is written next to it,
/// flushed to the disk, and renamed. If the process ends before the renaming, the former file is unchanged.
struct StoreFile {
  /// The path of the file itself, with symbolic links resolved.
  let path: String

  /// Properties of the file by which one version of it is distinguished from another without reading it.
  struct Signature: Equatable {
    let device: Int64
    let number: UInt64
    let size: Int64
    /// Seconds and nanoseconds of the last modification. Renaming the file does not change them.
    let modified: [Int64]
  }

  /// The number of attempts to lock the file, a hundredth of a second apart: one second in total, as SQLite waits.
  private static let lockAttempts = 100

  init(_ path: String) { self.path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path }

  /// - Throws: ``DatabaseIssue`` `fileMissing`, `notPermitted`, `isDirectory`.
  func signature() throws(DatabaseIssue) -> Signature {
    var status = stat()
    guard stat(path, &status) == 0 else { throw issue("looked at") }
    return Self.signature(status)
  }

  private static func signature(_ status: stat) -> Signature {
    #if canImport(Darwin)
      let modified = status.st_mtimespec
    #else
      let modified = status.st_mtim
    #endif
    return Signature(
      device: Int64(status.st_dev), number: UInt64(status.st_ino), size: Int64(status.st_size),
      modified: [Int64(modified.tv_sec), Int64(modified.tv_nsec)])
  }

  /// The issue for the system's last error.
  private func issue(_ what: String) -> DatabaseIssue {
    let code = errno
    let words = String(cString: strerror(code))
    switch code {
    case ENOENT: return DatabaseIssue(.fileMissing, "there is no file “\(path)”")
    case EISDIR: return .directory(path)
    case EACCES, EPERM, EROFS: return DatabaseIssue(.notPermitted, "“\(path)” cannot be \(what): \(words)")
    default: return DatabaseIssue(.failed, "“\(path)” cannot be \(what): \(words)")
    }
  }

  private func opened(_ path: String, _ flags: Int32, _ mode: mode_t = 0) throws(DatabaseIssue) -> Int32 {
    while true {
      let descriptor = open(path, flags | O_CLOEXEC, mode)
      if descriptor >= 0 { return descriptor }
      if errno != EINTR { throw issue(flags & O_CREAT == 0 ? "opened" : "written") }
    }
  }

  // MARK: Reading

  /// The bytes of the file, and its signature.
  func read() throws(DatabaseIssue) -> (bytes: [UInt8], signature: Signature) {
    let descriptor = try opened(path, O_RDONLY)
    defer { close(descriptor) }
    return try read(descriptor)
  }

  private func read(_ descriptor: Int32) throws(DatabaseIssue) -> (bytes: [UInt8], signature: Signature) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw issue("looked at") }
    if status.st_mode & S_IFMT == S_IFDIR { throw .directory(path) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(status.st_size))
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = buffer.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, off_t(bytes.count)) }
      if count == 0 { return (bytes, Self.signature(status)) }
      if count > 0 { bytes += buffer[..<count] } else if errno != EINTR { throw issue("read") }
    }
  }

  // MARK: Writing

  /// A locked file. Other processes wait until the lock is released.
  struct Lock {
    let file: StoreFile
    fileprivate let descriptor: Int32

    /// The bytes of the file that is locked.
    func read() throws(DatabaseIssue) -> (bytes: [UInt8], signature: Signature) { try file.read(descriptor) }

    /// Replaces the file by a file with other bytes.
    ///
    /// - Returns: The signature of the new file.
    func replace(by bytes: [UInt8]) throws(DatabaseIssue) -> Signature {
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { throw file.issue("looked at") }
      // Only the process with the lock uses this name. A process that crashed may have left such a file.
      let new = file.path + ".new"
      let signature = try file.write(bytes, to: new, status.st_mode & 0o7777, replacing: true)
      guard rename(new, file.path) == 0 else {
        let why = file.issue("replaced")
        unlink(new)
        throw why
      }
      try file.synchronizeFolder()
      return signature
    }
  }

  /// Does some work while the file is locked.
  ///
  /// - Throws: ``DatabaseIssue`` `locked` if another process holds the lock for a second; the errors of the work.
  func whileLocked<Result>(_ body: (Lock) throws -> Result) throws -> Result {
    for attempt in 0...Self.lockAttempts {
      let descriptor = try opened(path, O_RDONLY)
      defer { close(descriptor) }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
        // The lock is only valid if the path still names the opened file, because another process may have replaced it.
        var (own, current) = (stat(), stat())
        guard fstat(descriptor, &own) == 0 else { throw issue("looked at") }
        if stat(path, &current) == 0, own.st_ino == current.st_ino, own.st_dev == current.st_dev {
          return try body(Lock(file: self, descriptor: descriptor))
        }
      } else if errno != EWOULDBLOCK, errno != EINTR {
        throw issue("locked")
      }
      if attempt < Self.lockAttempts { usleep(10_000) }
    }
    throw DatabaseIssue(
      .locked, "“\(path)” is locked, because another process is writing to it", hint: "try again when that is done")
  }

  /// Creates the file, which must not exist.
  ///
  /// - Throws: ``DatabaseIssue`` `fileExists`.
  func make(_ bytes: [UInt8]) throws(DatabaseIssue) -> Signature {
    let new = temporaryPath
    let signature = try write(bytes, to: new, 0o644, replacing: false)
    try publish(new)
    return signature
  }

  /// A path next to the file that no other process uses.
  var temporaryPath: String { "\(path).\(UUID().uuidString).new" }

  /// Moves a finished file to the path if no file exists there. The temporary name is removed in any case.
  ///
  /// - Throws: ``DatabaseIssue`` `fileExists`.
  func publish(_ new: String) throws(DatabaseIssue) {
    defer { unlink(new) }
    // A hard link, unlike a renaming, never replaces a file that another process has created meanwhile.
    guard link(new, path) == 0 else {
      if errno == EEXIST { throw DatabaseIssue(.fileExists, "there is a file “\(path)” already") }
      throw issue("made")
    }
    try synchronizeFolder()
  }

  /// Writes bytes to a file and flushes them to the disk. An incomplete file is removed.
  private func write(
    _ bytes: [UInt8], to new: String, _ mode: mode_t, replacing: Bool
  ) throws(DatabaseIssue) -> Signature {
    let descriptor = try opened(new, O_WRONLY | O_CREAT | O_NOFOLLOW | (replacing ? O_TRUNC : O_EXCL), 0o644)
    defer { close(descriptor) }
    func failed() -> DatabaseIssue {
      let why = issue("written")
      unlink(new)
      return why
    }
    // The permissions of a replaced file are kept. For a new file, the system's mask determines them.
    if replacing, fchmod(descriptor, mode) != 0 { throw failed() }
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { all in
        let rest = UnsafeRawBufferPointer(rebasing: all[written...])
        return pwrite(descriptor, rest.baseAddress, rest.count, off_t(written))
      }
      if count > 0 { written += count } else if errno != EINTR { throw failed() }
    }
    var status = stat()
    guard fsync(descriptor) == 0, fstat(descriptor, &status) == 0 else { throw failed() }
    return Self.signature(status)
  }

  /// Flushes the name of the file to the disk.
  private func synchronizeFolder() throws(DatabaseIssue) {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    let descriptor = try opened(folder, O_RDONLY)
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw issue("brought to the disk") }
  }
}
