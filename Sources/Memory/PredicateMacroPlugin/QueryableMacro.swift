#if Macros
  import SwiftSyntax
  import SwiftSyntaxMacros

  /// Expands `@Queryable` to a conformance to `QueryableProperties`. Its table has an entry for each property that is not private.
  struct QueryableMacro: ExtensionMacro {
    static func expansion(
      of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
      providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
      in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
      guard declaration.is(StructDeclSyntax.self) || declaration.is(ClassDeclSyntax.self) else {
        context.report("@Queryable can be used only for a struct or a class", at: node)
        return []
      }
      let isOfMainActor = declaration.attributes.contains {
        $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription == "MainActor"
      }
      let isClass = declaration.is(ClassDeclSyntax.self)
      let isFinalClass = isClass && declaration.modifiers.contains { $0.name.tokenKind == .keyword(.final) }
      let isGeneric = declaration.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause != nil
      let access = declaration.modifiers.map(\.name.text).first { ["public", "open", "package"].contains($0) }
      let word = access.map { $0 == "package" ? "package " : "public " } ?? ""
      let name = type.trimmedDescription
      let members = declaration.memberBlock.members.map(\.decl).filter { !properties(of: $0).isEmpty }
      let confined = isOfMainActor ? members.filter { isConfined($0, inClass: isClass) } : []
      for member in confined {
        context.report(
          "predicates read properties on any thread, and this one can be read only on the main actor: make it nonisolated or private",
          at: member)
      }
      guard confined.isEmpty else { return [] }
      let lines = members.flatMap(properties).map { name, isStored in
        let plain = name.filter { $0 != "`" }
        // The key paths of a type of the main actor are not Sendable.
        if isOfMainActor { return "      QueryProperty(\"\(plain)\") { $0.\(name) }," }
        // A property of a class is read by a closure, which is faster than a key path, or in place if no subclass can override it.
        let reading = isClass ? " { $0.\(name) }" + (isFinalClass && isStored ? ".stored" : "") : ""
        return "      QueryProperty(\"\(plain)\", \\.\(name))\(reading),"
      }
      // The table of a generic type is computed, because a generic type cannot have static stored properties.
      let entries = "[\n\(lines.joined(separator: "\n"))\n]"
      let table =
        isGeneric
        ? "nonisolated static var queryProperties: [QueryProperty<\(name)>] { \(entries) }"
        : "nonisolated static let queryProperties: [QueryProperty<\(name)>] = \(entries)"
      let conformance = protocols.isEmpty ? "" : ": QueryableProperties"
      let root = isClass ? "\(word)typealias PropertyRoot = \(name)\n" : ""
      let text: DeclSyntax =
        "extension \(raw: name)\(raw: conformance) {\n\(raw: root)\(raw: word)\(raw: table)\n}"
      return text.as(ExtensionDeclSyntax.self).map { [$0] } ?? []
    }

    /// The properties in a declaration that can be read without changing the object: their names, and whether they are stored under these names.
    private static func properties(of declaration: DeclSyntax) -> [(name: String, isStored: Bool)] {
      guard let variable = declaration.as(VariableDeclSyntax.self),
        !variable.modifiers.contains(where: { hiding.contains($0.name.text) && $0.detail == nil })
      else { return [] }
      return variable.bindings.filter(isPlain).compactMap { binding in
        binding.pattern.as(IdentifierPatternSyntax.self).map {
          ($0.identifier.text, isStored(binding) && !isWrapped(variable))
        }
      }
    }

    /// Whether a property of a type of the main actor can be read only on the main actor. A stored property of a struct can be read anywhere, and so can
    /// a constant of a class. The compiler then checks that the type of the property is Sendable.
    private static func isConfined(_ declaration: DeclSyntax, inClass isClass: Bool) -> Bool {
      guard let variable = declaration.as(VariableDeclSyntax.self),
        !variable.modifiers.contains(where: { $0.name.text == "nonisolated" })
      else { return false }
      if isWrapped(variable) { return true }
      if isClass { return variable.bindingSpecifier.tokenKind != .keyword(.let) }
      return !variable.bindings.allSatisfy(isStored)
    }

    /// Whether a property may have a property wrapper, which makes it computed. Availability does not.
    private static func isWrapped(_ variable: VariableDeclSyntax) -> Bool {
      variable.attributes.contains { element in
        element.as(AttributeSyntax.self)?.attributeName.trimmedDescription != "available"
      }
    }

    /// Whether a property has no getter. Observers do not matter.
    private static func isStored(_ binding: PatternBindingSyntax) -> Bool {
      switch binding.accessorBlock?.accessors {
      case nil: true
      case .getter: false
      case .accessors(let accessors):
        accessors.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
      }
    }

    /// The modifiers of properties that the table does not contain. Reading a lazy property changes its object.
    private static let hiding: Set<String> = ["private", "fileprivate", "static", "class", "lazy"]

    /// Whether the getter is neither `async`, nor throwing, nor mutating.
    private static func isPlain(_ binding: PatternBindingSyntax) -> Bool {
      guard case .accessors(let accessors)? = binding.accessorBlock?.accessors else { return true }
      return accessors.allSatisfy { accessor in
        guard accessor.accessorSpecifier.tokenKind == .keyword(.get) else { return true }
        return accessor.effectSpecifiers == nil && accessor.modifier?.name.text != "mutating"
      }
    }
  }
#endif
