import PredicateDocuments

/// Languages of sources, distinguished by their literals and comments.
public enum CodeLanguage: Sendable, Hashable {
  /// `'…'`, `"…"`, `"""…"""`, `r"…"`, `f"…{name}…"`; comments after `#`.
  case python
  /// `'…'`, `"…"`, `` `…${name}…` ``; comments after `//` and in `/* */`. Go, too.
  case script
  /// `"…"`, `"""…"""`, `$"…{name}…"` in C#, `s"…$name…"` in Scala; comments after `//` and in `/* */`.
  case java
  /// Kotlin and Groovy. They are read like ``java``, but any literal in double quotes may insert a value: `"…$name…"`.
  case kotlin
  /// `'…'`, `"…#{name}…"`; comments after `#`.
  case ruby
  /// `"…"`, `r#"…"#`, `"…{name}…"` of `format!`; comments after `//` and in `/* */`.
  case rust
  /// `"…"`, `R"(…)"`; comments after `//` and in `/* */`. C++, too.
  case c
  /// `"…"`; comments after `#`. AppleScript files, and AppleScript within a shell script.
  case appleScript
  /// `"…${name}…"`; comments after `#`. Commands and here-documents in it are also read like those of a shell script.
  case terraform
  /// Robot Framework has no quotes: an argument ends at two spaces or a tab. Comments after `#`.
  case robot

  /// The language for a file name's ending; nil for other endings.
  init?(ending: String) {
    switch ending {
    case "py": self = .python
    case "js", "mjs", "cjs", "jsx", "ts", "mts", "tsx", "go": self = .script
    case "java", "cs", "scala": self = .java
    case "kt", "kts", "groovy", "jenkinsfile": self = .kotlin
    case "rb", "fastfile", "rakefile": self = .ruby
    case "rs": self = .rust
    case "c", "cc", "cpp", "cxx", "hh", "hpp", "hxx": self = .c
    case "robot", "resource": self = .robot
    case "tf": self = .terraform
    default: return nil
    }
  }

  /// The language for a name in small letters, as Markdown writes it after a fence; nil for other names.
  init?(name: String) {
    switch name {
    case "python": self = .python
    case "javascript", "typescript", "go": self = .script
    case "java", "csharp", "c#", "dotnet": self = .java
    case "kotlin": self = .kotlin
    case "ruby": self = .ruby
    case "rust": self = .rust
    case "c++": self = .c
    case "robotframework": self = .robot
    case "terraform", "hcl": self = .terraform
    default: return nil
    }
  }

  /// The language that a script's first line names: `#!/usr/bin/env python3`.
  init?(command: Substring) {
    if command.contains("python") {
      self = .python
    } else if command.contains("node") {
      self = .script
    } else if command.contains("ruby") {
      self = .ruby
    } else {
      return nil
    }
  }

  /// Whether a comment begins with `#`.
  var hasHashComments: Bool {
    switch self {
    case .python, .ruby, .robot, .appleScript, .terraform: true
    case .script, .java, .kotlin, .rust, .c: false
    }
  }
}

/// A cursor in a source whose comments and literals it can skip.
protocol CodeCursor: ByteCursor {
  /// Skips a comment or a literal. Returns whether there was one.
  mutating func skipNoCode() -> Bool
}

extension CodeCursor {
  /// Skips the rest of an argument and its comma. Returns whether another argument follows before an offset.
  mutating func skipArgument(before limit: Int = .max) -> Bool {
    var depth = 0
    while position < min(bytes.count, limit) {
      if skipNoCode() { continue }
      let change = Bracket.change(bytes[position])
      if depth == 0, change < 0 { return false }
      depth += change
      position += 1
      if depth == 0, bytes[position - 1] == UInt8(ascii: ",") { return true }
    }
    return false
  }
}
