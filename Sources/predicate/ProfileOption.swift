#if SQLite || CommandLine
  import ArgumentParser
  import PredicateChecking
  import PredicatePrograms

  /// The profile behind `--profile`.
  enum ProfileOption {
    /// The profile of a name or of a file; one that does not exist is an error of the command line.
    static func profile(_ name: String) throws -> UseProfile {
      do throws(ProfileIssue) {
        return try ProfileCheckProgram.profile(name)
      } catch {
        throw ValidationError("\(error)")
      }
    }
  }
#endif
