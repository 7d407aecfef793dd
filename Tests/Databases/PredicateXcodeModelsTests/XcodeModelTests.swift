import Foundation
import PredicateModel
import PredicateObjects
import PredicateXcodeModels
import Testing

/// Data models as Xcode writes them.
@Suite struct XcodeModelTests {
  private static let contents = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" sourceLanguage="Swift">
        <entity name="Person" representedClassName="Person" isAbstract="YES" syncable="YES" codeGenerationType="class">
            <attribute name="id" attributeType="UUID" usesScalarValueType="NO"/>
            <attribute name="name" attributeType="String" minValueString="1" maxValueString="80" defaultValueString="nobody"/>
            <attribute name="born" optional="YES" attributeType="Date" minDateTimeInterval="-3155760000" usesScalarValueType="NO"/>
            <attribute name="cached" optional="YES" transient="YES" attributeType="String"/>
            <uniquenessConstraints>
                <uniquenessConstraint>
                    <constraint value="name"/>
                </uniquenessConstraint>
            </uniquenessConstraints>
        </entity>
        <entity name="Friend" representedClassName="Friend" parentEntity="Person">
            <attribute name="email" optional="YES" attributeType="String" regularExpressionString="[^@]+@[^@]+"/>
            <relationship name="borrowed" toMany="YES" ordered="YES" deletionRule="Deny" destinationEntity="Movie" inverseName="lentTo" inverseEntity="Movie" optional="YES"/>
            <relationship name="friends" toMany="YES" deletionRule="Nullify" destinationEntity="Friend" inverseName="friends" inverseEntity="Friend" optional="YES"/>
            <fetchedProperty name="recent" optional="YES">
                <fetchRequest name="fetchedPropertyFetchRequest" entity="Movie" predicateString="lentTo == $FETCH_SOURCE AND year &gt; 1990"/>
            </fetchedProperty>
        </entity>
        <entity name="Movie" representedClassName="Movie" syncable="YES">
            <attribute name="title" attributeType="String">
                <userInfo>
                    <entry key="label" value="Title"/>
                    <entry key="width" value="30"/>
                </userInfo>
            </attribute>
            <attribute name="year" attributeType="Integer 16" defaultValueString="0" usesScalarValueType="YES"/>
            <attribute name="views" optional="YES" attributeType="Integer 64" minValueString="0"/>
            <attribute name="rating" optional="YES" attributeType="Double" maxValueString="10"/>
            <attribute name="price" optional="YES" attributeType="Decimal" defaultValueString="0.5"/>
            <attribute name="seen" attributeType="Boolean" defaultValueString="YES"/>
            <attribute name="poster" optional="YES" attributeType="Binary"/>
            <attribute name="page" optional="YES" attributeType="URI"/>
            <attribute name="style" optional="YES" attributeType="Transformable" valueTransformerName="X"/>
            <relationship name="lentTo" maxCount="1" deletionRule="Nullify" destinationEntity="Friend" inverseName="borrowed" inverseEntity="Friend" optional="YES"/>
            <relationship name="tags" toMany="YES" minCount="2" maxCount="3" deletionRule="No Action" destinationEntity="Tag" inverseName="movies" inverseEntity="Tag">
                <userInfo>
                    <entry key="style" value="chips"/>
                </userInfo>
            </relationship>
            <fetchIndex name="byTitle">
                <fetchIndexElement property="title" type="Binary" order="ascending"/>
            </fetchIndex>
            <userInfo>
                <entry key="a" value="b"/>
            </userInfo>
        </entity>
        <entity name="Tag" representedClassName="Tag">
            <attribute name="name" attributeType="String"/>
            <relationship name="movies" toMany="YES" deletionRule="Cascade" destinationEntity="Movie" inverseName="tags" inverseEntity="Movie" optional="YES"/>
        </entity>
        <fetchRequest name="old" entity="Movie" predicateString="year &lt; 1950"/>
        <fetchRequest name="lentTo" entity="Movie" predicateString="lentTo.name == $name" fetchLimit="10" fetchBatchSize="20" resultType="2"/>
        <elements>
            <element name="Movie" positionX="0" positionY="0" width="128" height="44"/>
        </elements>
    </model>
    """

  private func read(_ contents: String) throws -> XcodeModelFile {
    try XcodeModelFile(contents: Data(contents.utf8))
  }

  @Test func everyElementThatAModelKeeps() throws {
    let file = try read(Self.contents)
    #expect(file.model.issues().map(\.description) == [])
    let movie = try #require(file.model.entity(named: "Movie"))
    #expect(
      movie.attributes.map { "\($0.name) \($0.type)\($0.isOptional ? "?" : "")" } == [
        "title string", "year integer", "views integer?", "rating double?", "price decimal?", "seen boolean",
        "poster data?", "page url?",
      ])
    #expect(
      movie.attributes.flatMap { attribute in attribute.validations.map { "\(attribute.name): \($0.canonicalFormat)" } }
        == [
          "year: SELF >= -32768", "year: SELF <= 32767", "views: SELF >= 0", "rating: SELF <= 10",
        ])
    let friend = try #require(file.model.entity(named: "Friend"))
    #expect(friend.parent == "Person" && friend.memberNames == ["id", "name", "born", "email", "borrowed", "friends"])
    #expect(friend.key.integerColumn == "pk" && movie.key.integerColumn == "id")
    #expect(friend.uniqueness == [["name"]] && file.model.entity(named: "Person")?.isAbstract == true)
    let borrowed = try #require(friend.relationship(named: "borrowed"))
    #expect(borrowed.deleteRule == .deny && borrowed.orderColumn == "borrowed_position" && borrowed.inverse == "lentTo")
    let tags = try #require(movie.relationship(named: "tags"))
    #expect(tags.minimumCount == 2 && tags.maximumCount == 3 && tags.deleteRule == .noAction)
    #expect(friend.fetchedProperties.map(\.name) == ["recent"])
    #expect(
      friend.attribute(named: "name")?.validations.map(\.canonicalFormat) == ["length >= 1", "length <= 80"])
  }

  @Test func whatIsLeftOutIsSaid() throws {
    let file = try read(Self.contents)
    #expect(
      file.remarks.map(\.message).sorted() == [
        "the index “byTitle” of “Movie” is left out",
        "the resultType of the fetch request “lentTo” is ignored",
        "the transformable attribute “Movie.style” is left out", "the transient attribute “Person.cached” is left out",
      ])
    let lines = Self.contents.split(separator: "\n", omittingEmptySubsequences: false)
    for remark in file.remarks where remark.message.contains("attribute") {
      let line = String(lines[remark.line - 1])
      #expect(line.contains("<attribute"), "\(remark)")
    }
    let tags = String(lines[file.place(ofEntity: "Movie", member: "tags").line - 1])
    #expect(tags.contains("name=\"tags\""))
  }

  @Test func userInfoAndFetchRequests() throws {
    let file = try read(Self.contents)
    let movie = try #require(file.model.entity(named: "Movie"))
    #expect(movie.userInfo.keys == ["a"] && movie.userInfo["a"]?.equals(.string("b")) == true)
    #expect(movie.attribute(named: "title")?.userInfo["width"]?.equals(.string("30")) == true)
    #expect(movie.relationship(named: "tags")?.userInfo["style"]?.equals(.string("chips")) == true)
    #expect(file.model.entity(named: "Tag")?.userInfo.count == 0)
    #expect(file.model.fetchTemplates.map(\.name) == ["old", "lentTo"])
    let lentTo = try #require(file.model.fetchTemplate(named: "lentTo"))
    #expect(lentTo.variables == ["name"] && lentTo.fetch.limit == 10 && lentTo.fetch.entity == "Movie")
    let lines = Self.contents.split(separator: "\n", omittingEmptySubsequences: false)
    let line = String(lines[file.place(ofTemplate: 1).line - 1])
    #expect(line.contains("name=\"lentTo\""))
    let broken = try read(Self.contents.replacing("lentTo.name == $name", with: "lentTo.nmae == $name"))
    #expect(
      broken.model.issues().map(\.description) == [
        "the fetch template “lentTo” is not valid: Friend has no property “nmae”"
      ])
  }

  @Test func objectsOfTheModel() throws {
    let database = try PredicateDatabase.make(model: read(Self.contents).model)
    let context = try ObjectContext(database)
    let anna = try context.insert(entity: "Friend")
    let movies = try ["Alien", "Brazil"].map { title in
      let movie = try context.insert(entity: "Movie")
      try movie.set("title", to: .string(title))
      return movie
    }
    try anna.setObjects(movies.reversed(), of: "borrowed")
    try anna.set("id", to: .uuid(try #require(.init("6BA7B810-9DAD-11D1-80B4-00C04FD430C8"))))
    #expect(throws: SaveFailure.self) { try context.save() }
    let tags = try (0..<2).map { number in
      let tag = try context.insert(entity: "Tag")
      try tag.set("name", to: .string("\(number)"))
      return tag
    }
    for movie in movies { try movie.setObjects(tags, of: "tags") }
    try movies[0].set("year", to: .integer(40_000))
    #expect(throws: SaveFailure.self) { try context.save() }
    try movies[0].set("year", to: .integer(1979))
    try context.save()
    #expect(
      try context.database.count(
        EntityFetch("Person", where: .init(format: "name == 'nobody'"))) == 1)
    #expect(
      try context.database.count(
        EntityFetch("Friend", where: .init(format: "borrowed[0].title == 'Brazil' AND ANY borrowed.seen == YES"))) == 1)
  }

  @Test func mistakesHavePlaces() throws {
    func message(_ old: String, _ new: String) throws -> String {
      let text = Self.contents.replacing(old, with: new)
      #expect(text != Self.contents)
      let issue = #expect(throws: XcodeModelIssue.self) { try read(text) }
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      let line = String(lines[max(issue?.line ?? 1, 1) - 1])
      let isThere = line.contains(new)
      #expect(isThere, "\(line)")
      return issue?.message ?? ""
    }
    #expect(try message("\"Integer 16\"", "\"Integer 17\"") == "“Integer 17” is not the name of an attribute type")
    #expect(try message("\"No Action\"", "\"No Reaction\"") == "“No Reaction” is not a deletion rule")
    #expect(
      try message("defaultValueString=\"0.5\"", "defaultValueString=\"half\"")
        == "“price” has the defaultValueString “half”, which is not a valid value")
    #expect(try message("year &gt; 1990", "year &gt; &gt; 1990").hasPrefix("the predicate “lentTo == $FETCH_SOURCE"))
    #expect(try message("maxCount=\"3\"", "maxCount=\"few\"") == "“tags” has the maxCount “few”, which is not a number")
    #expect(throws: XcodeModelIssue.self) { try read("<plist/>") }
    #expect(throws: XcodeModelIssue.self) { try read("<model><entity></model>") }
    #expect(throws: XcodeModelIssue.self) { try read("") }
    #expect(try message("<model ", "<model < ").hasPrefix("expected XML: "))
    let instructed = try read(Self.contents.replacing("<model ", with: "<?empty?><model "))
    #expect(try instructed.model.entityNames == read(Self.contents).model.entityNames)
    // The model reports its own issues.
    let broken = try read(Self.contents.replacing("inverseName=\"borrowed\"", with: "inverseName=\"lent\""))
    #expect(broken.model.issues().count == 2)
    let orphan = try read(Self.contents.replacing("parentEntity=\"Person\"", with: "parentEntity=\"Pearson\""))
    #expect(
      orphan.model.issues().first?.description
        == "“Friend” cannot inherit: its parent “Pearson” is not an entity of the model")
  }

  @Test func theCurrentVersionOfABundle() throws {
    let bundle = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).xcdatamodeld")
    defer { try? FileManager.default.removeItem(at: bundle) }
    func write(_ text: String, _ path: String) throws {
      let file = bundle.appending(path: path)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    func entities(_ path: String = "") throws -> [String] {
      try XcodeModelFile(path: bundle.path + path).model.entityNames
    }
    func model(_ name: String) -> String { "<model><entity name=\"\(name)\"/></model>" }
    #expect(throws: XcodeModelIssue.self) { try entities() }
    try write(model("Old"), "Lending.xcdatamodel/contents")
    #expect(try entities() == ["Old"])
    try write(model("New"), "Lending 2.xcdatamodel/contents")
    #expect(throws: XcodeModelIssue.self) { try entities() }
    func current(_ name: String) -> String {
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0"><dict><key>_XCCurrentVersionName</key><string>\(name)</string></dict></plist>
      """
    }
    try write(current("Lending 2.xcdatamodel"), ".xccurrentversion")
    #expect(try entities() == ["New"])
    #expect(try entities("/Lending.xcdatamodel") == ["Old"])
    #expect(try entities("/Lending.xcdatamodel/contents") == ["Old"])
    try write(current("../x.xcdatamodel"), ".xccurrentversion")
    #expect(throws: XcodeModelIssue.self) { try entities() }
    try write("no list", ".xccurrentversion")
    #expect(throws: XcodeModelIssue.self) { try entities() }
    #expect(throws: XcodeModelIssue.self) { try entities("/none.xcdatamodel") }
    #expect(XcodeModelFile.isModel(path: bundle.path) && !XcodeModelFile.isModel(path: "model.json"))
  }
}
