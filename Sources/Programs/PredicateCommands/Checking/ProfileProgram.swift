import PredicateChecking
import PredicateOutput

/// `predicate profile`: the page of a profile, or a list of all profiles.
public enum ProfileProgram {
  /// Writes the page of a profile; without a name, a line for each profile.
  public static func run(_ name: String?, output: any ShellOutput, errors: any ShellOutput) -> ProgramStatus {
    do throws(ProfileIssue) {
      if let name {
        output.write(ProfilePage(try ProfileCheckProgram.profile(name)).text)
      } else {
        let width = (UseProfile.names.map(\.count).max() ?? 0) + 2
        for name in UseProfile.names {
          let padding = String(repeating: " ", count: width - name.count)
          output.write(name + padding + (try UseProfile.named(name)).title + "\n")
        }
      }
      output.flush()
      return .success
    } catch {
      errors.write("predicate: \(error)\n")
      return .wrongInput
    }
  }
}
