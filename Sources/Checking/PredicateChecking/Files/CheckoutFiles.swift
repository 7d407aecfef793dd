import PredicateDocuments
import PredicateSyntax

/// The other files of a checkout. A check reads facts from them: the inputs of parent recipes, formats in constants of the same folder, the
/// relationships of data models. A file is read when a fact is needed, and each kind of fact is read once.
///
/// ```swift
/// let files = CheckoutFiles({ paths }, read: { path in bytes(of: path) })
/// check.result(of: bytes, named: "Firefox.munki.recipe", among: files)
/// ```
public final class CheckoutFiles {
  private let list: () -> [String]
  private let read: (String) -> [UInt8]?
  private lazy var paths = list()
  private lazy var recipes = readRecipes()
  private var constants: [String: [String: (file: String, text: String)?]] = [:]
  /// For each folder, the names of the members that its Swift sources pass to `NSPredicate(format:)`.
  private var formatMembers: [String: Set<String>] = [:]

  /// The greatest number of recipes in a chain of inheritance.
  private static let depthLimit = 8

  /// A checkout with the paths of its files, and the function that reads one file.
  public init(_ paths: @escaping () -> [String], read: @escaping (String) -> [UInt8]?) {
    list = paths
    self.read = read
  }

  // MARK: Recipes

  /// The own inputs of an AutoPkg recipe, and the identifier of its parent.
  private struct Recipe {
    let inputs: [String: String]
    let parent: String?
  }

  /// The inputs of a recipe and of its ancestors. A child's value overrides its parent's.
  func inputs(ofRecipe identifier: String) -> [String: String] {
    var found: [String: String] = [:]
    var next: String? = identifier
    for _ in 0..<Self.depthLimit {
      guard let recipe = next.flatMap({ recipes[$0] }) else { break }
      found.merge(recipe.inputs) { first, _ in first }
      next = recipe.parent
    }
    return found
  }

  private func readRecipes() -> [String: Recipe] {
    let endings = [".recipe", ".recipe.plist", ".recipe.yaml", ".recipe.yml", ".recipe.json"]
    var found: [String: Recipe] = [:]
    for path in paths where endings.contains(where: path.hasSuffix) {
      guard case .table(let members)? = document(at: path) else { continue }
      func member(_ name: String) -> DocumentNode? { members.first { $0.key == name }?.value }
      guard let identifier = member("Identifier")?.text?.text else { continue }
      var inputs: [String: String] = [:]
      if case .table(let values)? = member("Input") {
        for value in values { inputs[value.key] = value.value.text?.text }
      }
      found[identifier] = Recipe(inputs: inputs, parent: member("ParentRecipe")?.text?.text)
    }
    return found
  }

  /// The document of a file. Nil for a file that cannot be read: the check of that file reports the reason.
  private func document(at path: String) -> DocumentNode? {
    guard let bytes = read(path).map(FileText.utf8), bytes.count <= DocumentLimits.size else { return nil }
    do throws(DocumentIssue) {
      return try FileKind(name: path, start: Array(bytes.prefix(FileKind.startLength))).document(of: bytes)
    } catch {
      return nil
    }
  }

  // MARK: Constants

  /// The literal of a constant that a source in the file's folder declares: `format`, `Formats.recent`. Nil if two files declare different literals.
  func constant(_ name: String, for path: String) -> String? {
    let isSwift = path.hasSuffix(".swift")
    let endings = isSwift ? [".swift"] : [".h", ".m", ".mm", ".pch"]
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    let key = folder + endings[0]
    if constants[key] == nil {
      var found: [String: (file: String, text: String)?] = [:]
      for file in paths where file.hasPrefix(folder) && !file.dropFirst(folder.count).contains("/") {
        guard endings.contains(where: file.hasSuffix), let bytes = read(file).map(FileText.utf8),
          bytes.count <= DocumentLimits.size
        else { continue }
        let own = isSwift ? SwiftSource.constants(in: bytes) : ObjectiveCSource.constants(in: bytes)
        for (name, text) in own {
          if let known = found[name], known?.text != text {
            found[name] = .some(nil)
          } else {
            found[name] = (file, text)
          }
        }
      }
      constants[key] = found
    }
    return (constants[key]?[name] ?? nil)?.text
  }

  // MARK: Members

  /// Whether a Swift source in the file's folder passes a member of this name to `NSPredicate(format:)`.
  func isFormat(_ name: String, for path: String) -> Bool {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    if let known = formatMembers[folder] { return known.contains(name) }
    var found: Set<String> = []
    for file in paths where file.hasSuffix(".swift") && file.hasPrefix(folder) {
      guard !file.dropFirst(folder.count).contains("/"), let bytes = read(file), bytes.count <= DocumentLimits.size
      else {
        continue
      }
      found.formUnion(SwiftResults.used(in: FileText.utf8(bytes)))
    }
    formatMembers[folder] = found
    return found.contains(name)
  }

  // MARK: Models

  /// The names in all data models; nil if the checkout has no model.
  public func modelNames() -> ModelNames? {
    var names: ModelNames?
    for path in paths where path.hasSuffix(ModelNames.fileName) {
      guard let bytes = read(path).map(FileText.utf8), bytes.count <= DocumentLimits.size else { continue }
      var found = names ?? ModelNames()
      do throws(DocumentIssue) {
        try found.add(bytes)
        names = found
      } catch {
        continue
      }
    }
    return names
  }
}

/// The attributes and relationships of Xcode's data models.
///
/// ```swift
/// CheckoutFiles({ paths }, read: { bytes(of: $0) }).modelNames()?.keys["year"]?.type  // integer
/// ```
public struct ModelNames: Sendable, Hashable {
  /// The suffix that the path of every model file has.
  public static let fileName = ".xcdatamodel/contents"

  /// The names of the to-many relationships. A name is left out if it is also an attribute in another entity.
  public var toMany: Set<String> { Set(keys.filter { $0.value.type == .list }.keys) }
  /// The attributes and relationships of all entities by their names. A name with different types in two entities has the type `any`.
  public private(set) var keys: [String: ProfileKey] = [:]

  /// Adds the names of a model file.
  mutating func add(_ bytes: [UInt8]) throws(DocumentIssue) {
    var events = XMLEvents(bytes)
    while let event = try events.next() {
      guard case .start(let element, let attributes, _) = event, Self.elements.contains(element) else { continue }
      func value(_ name: String) -> String? { attributes.first { $0.name == name }?.value.text }
      guard let name = value("name") else { continue }
      let isToMany = element == "relationship" && value("toMany") == "YES"
      let type: ProfileType =
        element == "relationship" ? isToMany ? .list : .object : Self.type(value("attributeType") ?? "")
      keys[name] = keys[name].map { $0.type == type ? $0 : ProfileKey(.any) } ?? ProfileKey(type)
    }
  }

  /// The XML elements of a model that declare a key.
  private static let elements: Set<String> = ["attribute", "relationship", "fetchedProperty", "composite"]

  /// A profile with the names of the models, so that a key that resembles one of them is noted. The types of attributes are left out, because a store
  /// converts values.
  ///
  /// Only a profile without its own keys gets the names, such as the profile of Core Data.
  public func added(to profile: UseProfile) -> UseProfile {
    var profile = profile
    profile.toManyNames = profile.toManyNames ?? toMany
    guard profile.claimedBy.contains("NSManagedObject"), !keys.isEmpty else { return profile }
    let names = keys.mapValues { _ in ProfileKey(.any) }
    let own = keys.mapValues { key in
      var found = ProfileKey(.any)
      guard key.type == .list || key.type == .object else { return found }
      found.members = names
      found.unknownMembers = .near
      return found
    }
    profile.keys.merge(own) { site, _ in site }
    if profile.unknownKeys == .unnoted {
      profile.unknownKeys = .near
      profile.unknownKeysAbout = "the data model does not contain this name"
    }
    return profile
  }

  private static func type(_ name: String) -> ProfileType {
    switch name {
    case "String": .text
    case "Integer 16", "Integer 32", "Integer 64": .integer
    case "Double", "Float", "Decimal": .number
    case "Boolean": .boolean
    case "Date": .date
    case "Binary": .data
    default: .any
    }
  }
}

struct Surroundings {
  let path: String
  let files: CheckoutFiles

  func constant(_ name: String) -> String? { files.constant(name, for: path) }

  func isFormat(_ name: String) -> Bool { files.isFormat(name, for: path) }
}
