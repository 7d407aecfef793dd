import Foundation
import PredicateChecking
import PredicateDocuments
import PredicateModel
import PredicateOutput
import PredicateXcodeModels

/// `predicate model`: checks, shows or draws a model file, without a database.
public struct ModelProgram {
  /// What the program does with the file.
  public enum Task: String, CaseIterable, Sendable {
    /// Lists all mistakes in the file, each with its position.
    case check
    /// Shows the entities, like `.schema`.
    case show
    /// Writes a diagram.
    case diagram
  }

  /// The language of a diagram.
  public enum Diagram: String, CaseIterable, Sendable {
    /// An entity diagram that Markdown renderers draw.
    case mermaid
    /// A graph for the programs of Graphviz.
    case dot
  }

  /// The task of the program.
  public var task: Task
  /// The language of the diagram.
  public var diagram = Diagram.mermaid

  /// A program for one task.
  public init(_ task: Task) { self.task = task }

  /// Reads the file at a path: a model file, or a data model of Xcode (`.xcdatamodeld`, `.xcdatamodel`). Answers are written to `output`, and
  /// mistakes to `errors` as `file:line:column: error: message`.
  ///
  /// - Returns: `failure` if the file cannot be read, `wrongInput` if the model has mistakes.
  public func run(path: String, output: any ShellOutput, errors: any ShellOutput) -> ProgramStatus {
    if XcodeModelFile.isModel(path: path) { return runXcodeModel(path, output, errors) }
    let text: String
    do {
      text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
    } catch {
      errors.write("predicate: \(CellText.escaped("“\(path)” cannot be read: \(error.localizedDescription)"))\n")
      return .failure
    }
    do {
      _ = try JSONReader.value(of: Array(text.utf8))
    } catch {
      report(error.clause, path, FileLines(Array(text.utf8)).position(error.offset), "error", errors)
      return .wrongInput
    }
    let places = JSONPlaces(text)
    do {
      switch try ModelFile(unvalidatedJSON: text) {
      case .whole(let model): return run(model, path, places.place(of:), [], output, errors)
      case .changes:
        report(
          "this file contains changes to the model of a database; to see the result, run: predicate schema --model FILE DATABASE",
          path,
          places.place(of: "extends"), "note", errors)
        return task == .check ? .success : .wrongInput
      }
    } catch {
      report(error.plainDescription, path, places.place(of: error.path(in: DataModel(entities: []))), "error", errors)
      return .wrongInput
    }
  }

  private func runXcodeModel(_ path: String, _ output: any ShellOutput, _ errors: any ShellOutput) -> ProgramStatus {
    do throws(XcodeModelIssue) {
      let file = try XcodeModelFile(path: path)
      return run(file.model, path, file.place(of:), file.remarks, output, errors)
    } catch {
      guard error.line > 0 else {
        errors.write("predicate: \(CellText.escaped(error.message))\n")
        return .failure
      }
      report(error.message, path, (error.line, error.column), "error", errors)
      return .wrongInput
    }
  }

  private func run(
    _ model: DataModel, _ path: String, _ place: (String) -> (line: Int, column: Int), _ leftOut: [XcodeModelIssue],
    _ output: any ShellOutput, _ errors: any ShellOutput
  ) -> ProgramStatus {
    let issues = model.issues()
    for issue in issues { report(issue.description, path, place(issue.path(in: model)), "error", errors) }
    if !issues.isEmpty { return .wrongInput }
    switch task {
    case .check:
      for issue in leftOut { report(issue.message, path, (issue.line, issue.column), "note", errors) }
      for (remark, about) in ModelRemark.all(of: model) { report(remark, path, place(about), "note", errors) }
      let counts = [
        ("entity", model.entities.count), ("relationship", model.entities.reduce(0) { $0 + $1.relationships.count }),
      ]
      output.write("No mistakes: " + counts.map { EntityNoun($0.0).counted($0.1) }.joined(separator: ", ") + ".\n")
    case .show:
      SchemaText(model: model, style: output.style).write(to: output)
    case .diagram: output.write(diagram == .mermaid ? SchemaDiagram.mermaid(model) : SchemaDiagram.dot(model))
    }
    return .success
  }

  private func report(
    _ message: String, _ path: String, _ place: (line: Int, column: Int), _ kind: String, _ errors: any ShellOutput
  ) {
    errors.write(CellText.escaped("\(path):\(place.line):\(place.column): \(kind): \(message)") + "\n")
  }
}

extension XcodeModelFile {
  /// The line and column of the part at a path of the model: `entities.0.relationships.1`.
  fileprivate func place(of path: String) -> (line: Int, column: Int) {
    let parts = path.split(separator: ".")
    if parts.first == "templates", let number = parts.dropFirst().first.flatMap({ Int($0) }) {
      return place(ofTemplate: number)
    }
    guard parts.count > 1, let number = Int(parts[1]), model.entities.indices.contains(number) else { return (1, 1) }
    let entity = model.entities[number].declared
    let lists = [
      "attributes": entity.attributes.map(\.name), "relationships": entity.relationships.map(\.name),
      "fetched": entity.fetchedProperties.map(\.name),
    ]
    var member: String?
    if parts.count > 3, let names = lists[String(parts[2])], let place = Int(parts[3]), names.indices.contains(place) {
      member = names[place]
    }
    return self.place(ofEntity: entity.name, member: member)
  }
}

/// Finds parts of a model that are allowed but are probably mistakes.
enum ModelRemark {
  /// The remarks, each with the path of the part that it refers to.
  static func all(of model: DataModel) -> [(remark: String, path: String)] {
    var found: [(String, String)] = []
    for (place, entity) in model.entities.enumerated() {
      for (index, relationship) in entity.declared.relationships.enumerated() {
        guard let remark = remark(on: relationship, of: entity, in: model) else { continue }
        found.append(("“\(entity.name).\(relationship.name)” \(remark)", "entities.\(place).relationships.\(index)"))
      }
    }
    return found
  }

  private static func remark(on relationship: Relationship, of entity: Entity, in model: DataModel) -> String? {
    guard let inverse = model.inverse(of: relationship) else {
      return
        "has no inverse: if an object of \(relationship.destination) is deleted, objects that refer to it do not change"
    }
    let isNeeded = inverse.cardinality == .toOne && !inverse.isOptional
    if relationship.deleteRule == .nullify, isNeeded {
      return
        "nullifies “\(relationship.destination).\(inverse.name)”, which is required: deleting an object that has one there "
        + "cannot be saved"
    }
    if relationship.deleteRule == .deny, inverse.deleteRule == .deny, isNeeded {
      return
        "and its inverse deny each other, and “\(relationship.destination).\(inverse.name)” is required: neither object can "
        + "ever be deleted"
    }
    return nil
  }
}

/// `predicate schema`: the entities of a database as text or as a model file.
public enum SchemaProgram {
  /// The format of the output.
  public enum Form: String, CaseIterable, Sendable {
    /// For people, like the output of `.schema`.
    case text
    /// A model file that can be edited.
    case model
  }

  /// Writes the model of a database to `output`. `notes` describe the parts that were left out or guessed, and are written to `errors`.
  public static func run(
    model: DataModel, notes: [String], form: Form, output: any ShellOutput, errors: any ShellOutput
  ) -> ProgramStatus {
    for note in notes { errors.write("note: \(CellText.escaped(note))\n") }
    switch form {
    case .text:
      SchemaText(model: model, style: output.style).write(to: output)
    case .model:
      return ProgramStatus.reporting(to: errors) {
        output.write(try model.fileText())
        return .success
      }
    }
    return .success
  }
}
