/// The fenced blocks of a Markdown file.
enum MarkdownBlocks {
  /// The blocks in the languages that predicates are looked for in, by the word behind the fence, else by their first characters.
  static func files(in bytes: [UInt8]) -> [EmbeddedFile] {
    var found: [EmbeddedFile] = []
    var open: (fence: [UInt8], indent: Int, word: String, text: MappedText)?
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
      defer { start = end }
      let line = bytes[start..<end]
      let content = line.drop { $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: ">") }
      let fence = Array(content.prefix { $0 == content.first && "`~".utf8.contains($0) })
      if var block = open {
        let isEnd =
          fence.starts(with: block.fence) && content.dropFirst(fence.count).allSatisfy { " \t\r\n".utf8.contains($0) }
        if isEnd {
          if let file = file(block.text, block.word) { found.append(file) }
          open = nil
        } else {
          block.text.append(line.dropFirst(min(block.indent, content.startIndex - start)))
          open = block
        }
      } else if fence.count >= 3 {
        let info = content.dropFirst(fence.count).split { " \t\r\n{".utf8.contains($0) }.first ?? []
        open = (fence, content.startIndex - start, String(decoding: info, as: UTF8.self).lowercased(), MappedText())
      }
    }
    return found
  }

  private static func file(_ text: MappedText, _ word: String) -> EmbeddedFile? {
    let kind: FileKind? =
      switch word {
      case "swift": .swift
      case "objc", "objective-c", "objectivec", "obj-c": .objectiveC
      case "sh", "bash", "zsh", "shell": .shell
      case "json": .json
      case "yaml", "yml": .yaml
      case "predicate", "nspredicate": .lines
      case "python", "javascript", "typescript", "kotlin", "csharp", "c#", "ruby", "java", "robotframework":
        CodeLanguage(name: word).map { .code($0) }
      default: CodeLanguage(ending: word).map { .code($0) }
      }
    if let kind { return EmbeddedFile(text, kind, nil) }
    return EmbeddedFile(text, path: nil)
  }
}
