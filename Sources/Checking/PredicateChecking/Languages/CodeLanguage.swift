import PredicateDocuments

/// Languages of sources, distinguished by their literals and comments.
public enum CodeLanguage: Sendable, Hashable {
  /// `'…'`, `"…"`, `"""…"""`, `r"…"`, `f"…{name}…"`; comments after `#`.
  case python
  /// `'…'`, `"…"`, `` `…${name}…` ``; comments after `//` and in `/* */`. Go, too.
  case script
  /// `"…"`, `"""…"""`, `"…$name…"` in Kotlin, `$"…{name}…"` in C#; comments after `//` and in `/* */`.
  case java
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
    case "java", "kt", "kts", "cs", "groovy", "scala": self = .java
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
    case "java", "kotlin", "csharp", "c#", "dotnet": self = .java
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
    case .script, .java, .rust, .c: false
    }
  }
}

/// A cursor in a source whose comments and literals it can skip.
protocol CodeCursor: ByteCursor {
  /// Skips a comment or a literal. Returns whether there was one.
  mutating func skipNoCode() -> Bool
}

extension CodeCursor {
  /// Skips the condition of `condition ? "…" : "…"` and its question mark. Returns false if the value at the position is none. Then the position may
  /// be anywhere in the value.
  ///
  /// The question mark is outside of brackets and literals. In `"a" + (b ? "c" : "d")` and `f(a, b ? "c" : "d")` the branches are only a part of the
  /// value, so it is none.
  ///
  /// - Parameter spansLines: Whether the value is an argument, so that a line end does not end it.
  mutating func skipCondition(spansLines: Bool) -> Bool {
    // The condition has at most 400 bytes.
    let end = min(position + 400, bytes.count)
    guard bytes[position..<end].contains(UInt8(ascii: "?")) else { return false }
    var depth = 0
    var hasLiteral = false
    while position < end {
      // A question mark counts only if a space or line end follows it: `a?.b` and `a ?? b` are not conditional.
      if depth == 0, has("? ") || has("?\n") {
        position += 1
        return true
      }
      if skipNoCode() {
        hasLiteral = hasLiteral || depth == 0
        continue
      }
      depth += Bracket.change(bytes[position])
      if depth < 0 { return false }
      if depth == 0 {
        let isOther = has(",") || has("??") || has(";") || has("=>") || has("->") || has("+") && hasLiteral
        if isOther || !spansLines && endsLine() { return false }
      }
      position += 1
    }
    return false
  }

  /// Whether the statement ends with the current line. It does not if the next line begins with a question mark.
  private func endsLine() -> Bool {
    guard has("\n") else { return false }
    return bytes[position...].first { !" \t\r\n".utf8.contains($0) } != UInt8(ascii: "?")
  }
}
