import PredicateModel
import PredicateSyntax
import PredicateValues
import Testing

/// A model keeps named fetches and user info for programs.
@Suite struct FetchTemplateTests {
  private func template(_ name: String, _ entity: String, _ format: String) throws -> FetchTemplate {
    FetchTemplate(name: name, fetch: EntityFetch(entity, where: try QueryPredicate(format: QueryFormat(raw: format))))
  }

  private func model(_ templates: [FetchTemplate]) -> DataModel {
    DataModel(entities: DataModel.movies.entities, fetchTemplates: templates)
  }

  @Test func keptInBothForms() throws {
    var recent = EntityFetch(
      "Movie", where: try QueryPredicate(format: "year > $year AND genre IN $genres OR title == $title OR year < $year")
    )
    recent.sortKeys = [QuerySortKey(try QueryExpression(format: "title"), isAscending: false)]
    recent.limit = 5
    let model = model([
      try template("lentTo", "Movie", "lentToFriend.friendName == $name"),
      FetchTemplate(name: "recent", fetch: recent),
    ])
    #expect(model.issues().isEmpty)
    for text in [try model.jsonText(), try model.fileText()] {
      let read = try DataModel(jsonText: text)
      #expect(read.fetchTemplates.map(\.name) == ["lentTo", "recent"])
      #expect(read.fetchTemplate(named: "recent")?.fetch == recent)
      #expect(read.fetchTemplate(named: "recent")?.variables == ["year", "genres", "title"])
      #expect(try read.jsonText() == model.jsonText() && read.fileText() == model.fileText())
    }
    let lines = try model.fileText().split(separator: "\n").suffix(5)
    #expect(lines.first == "  \"templates\": [" && lines.last == "}" && lines.dropLast().last == "  ]")
    #expect(
      lines.dropFirst().first
        == #"    {"fetch":{"entity":"Movie","where":"lentToFriend.friendName == $name"},"name":"lentTo"},"#)
    #expect(try !DataModel.movies.fileText().contains("templates"))
  }

  @Test func whatCannotRunIsAnIssue() throws {
    func issues(_ templates: FetchTemplate...) -> [String] { model(templates).issues().map(\.description) }
    #expect(
      try issues(template("a", "Film", "year > 1"))
        == ["the fetch template “a” is not valid: the data model of the database does not contain “Film”"])
    #expect(
      try issues(template("a", "Movie", "yaer > $year"))
        == ["the fetch template “a” is not valid: Movie has no property “yaer”"])
    #expect(try issues(template("a", "Movie", "year CONTAINS 'a'")).count == 1)
    #expect(
      try issues(template("a", "Movie", "year > 1"), template("a", "Movie", "year > 2"))
        == ["the fetch template “a” is not valid: another member has this name"])
    #expect(try issues(template("", "Movie", "year > 1")) == ["the fetch template “” is not valid: it has no name"])
    // None of these variables may be nil, so each template is valid although binding uses nil.
    for format in [
      "year IN $years", "year BETWEEN $range", "title BEGINSWITH $text", "lentToFriend == $friend", "ANY tags == $tag",
      "$list.@count > 3", "title MATCHES $pattern", "$flag == YES", "year + $number > 3", "tags[$index].name == 'x'",
      "SUBQUERY($objects, $o, $o.name == title).@count > 0", "$dictionary.key == title",
    ] {
      #expect(try issues(template("a", "Movie", format)).isEmpty, "\(format)")
    }
  }

  @Test func mistakesOfFiles() throws {
    func message(_ old: String, _ new: String) throws -> String? {
      let text = try model([template("lentTo", "Movie", "lentToFriend.friendName == $name")]).fileText()
      let changed = text.replacing(old, with: new)
      #expect(changed != text)
      return #expect(throws: ModelIssue.self) { try DataModel(jsonText: changed) }?.description
    }
    let key = try message("\"name\":\"lentTo\"", "\"nmae\":\"lentTo\"")
    #expect(key?.hasPrefix("the model cannot be read: templates.0") == true)
    let format = try message("friendName == $name", "friendName == = $name")
    #expect(format?.hasPrefix("the model cannot be read: templates.0.fetch.where") == true)
    let issue = #expect(throws: ModelIssue.self) {
      try ModelFile(jsonText: #"{"format": 1, "extends": "schema", "templates": []}"#)
    }
    #expect(
      issue?.description
        == "the model cannot be read: templates: only a file with a whole model can have templates, but “extends” makes this a file with changes"
    )
  }

  @Test func userInfo() throws {
    func model(_ value: QueryValue) -> DataModel {
      let info = QueryDictionary([("label", value)])
      return DataModel(entities: [
        Entity(
          name: "A", attributes: [Attribute(name: "x", type: .integer, userInfo: info)],
          relationships: [
            Relationship(
              name: "other", destination: "A", inverse: nil, cardinality: .toOne, storage: .foreignKey("other_id"),
              userInfo: info)
          ], entityColumn: "kind", userInfo: info),
        Entity(name: "B", attributes: [], parent: "A"),
      ])
    }
    for value: QueryValue in [.string("ä"), .integer(3), .double(0.5), .boolean(true)] {
      let texts = try [model(value).jsonText(), model(value).fileText()]
      for text in texts {
        let read = try DataModel(jsonText: text)
        let entity = try #require(read.entity(named: "A"))
        let child = try #require(read.entity(named: "B"))
        #expect(entity.userInfo["label"]?.equals(value) == true)
        #expect(entity.attributes[0].userInfo["label"]?.equals(value) == true)
        #expect(entity.relationships[0].userInfo["label"]?.equals(value) == true)
        // Members are inherited with their user info. The entity's own user info is not inherited.
        #expect(child.userInfo.count == 0 && child.attributes[0].userInfo["label"]?.equals(value) == true)
        #expect(try read.jsonText() == model(value).jsonText())
      }
    }
    #expect(
      model(.array([])).issues().map(\.description) == [
        "the user info “label” of “A” is neither a text nor a number nor a boolean",
        "the user info “label” of “A.x” is neither a text nor a number nor a boolean",
        "the user info “label” of “A.other” is neither a text nor a number nor a boolean",
      ])
    // A change of an attribute's type keeps the user info.
    let change = AttributeChange(column: "x", type: .double, storage: .real)
    guard case .whole(let changed) = try ModelFile.whole(model(.integer(1))).adding(change, ofTable: "A") else {
      Issue.record("no whole model")
      return
    }
    let entity = try #require(changed.entity(named: "A"))
    #expect(entity.attributes[0].type == .double && entity.attributes[0].userInfo.count == 1)
    #expect(entity.relationships[0].userInfo.count == 1 && entity.userInfo.count == 1)
  }
}
