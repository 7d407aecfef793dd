import PredicateChecking
import PredicateSyntax
import Testing

/// The proposals in hints are correct: each gives a predicate without the issue.
@Suite("Hints") struct HintTests {
  @Test(
    "A version is compared by the numbers of its parts",
    arguments: [
      (#"os_vers >= "14""#, "os_vers_major >= 14"),
      (#"os_vers >= "12.0""#, "os_vers_major >= 12"),
      (#"os_vers < "12.0.0""#, "os_vers_major < 12"),
      (#"os_vers > "12.0""#, "os_vers_major > 12 OR (os_vers_major == 12 AND os_vers_minor > 0)"),
      (#"os_vers >= "10.14""#, "os_vers_major > 10 OR (os_vers_major == 10 AND os_vers_minor >= 14)"),
      (
        #"os_vers < "10.14.6""#,
        "os_vers_major < 10 OR (os_vers_major == 10 AND (os_vers_minor < 14 OR (os_vers_minor == 14 AND os_vers_patch < 6)))"
      ),
      (#""10.9" < os_vers"#, "os_vers_major > 10 OR (os_vers_major == 10 AND os_vers_minor > 9)"),
    ])
  func versions(predicate: String, form: String) throws {
    let check = ProfileCheck(try .named("munki"))
    let issue = try #require(check.issues(in: predicate).first)
    #expect(issue.code == CheckCode.versionOrder.rawValue)
    #expect(issue.hint == "write \(form)")
    #expect(check.issues(in: form).filter { $0.severity == .error || $0.code == issue.code } == [])
  }

  /// The number gets no quotes: in quotes it would be a text, and the order of texts is not that of numbers.
  @Test(
    "A number that is compared with a text by its order gets no quotes",
    arguments: ["munki_version >= 6", "6 < munki_version", "munki_version > 5.5", "hostname > 5"])
  func numbersAmongTexts(predicate: String) throws {
    let issue = try #require(ProfileCheck(try .named("munki")).issues(in: predicate).first)
    #expect(issue.code == CheckCode.constantType.rawValue)
    #expect(issue.hint?.hasPrefix("texts are compared character by character") == true, "\(issue)")
    #expect(issue.replacement == nil)
  }

  @Test(
    "The hint about a value in the place of a condition is the comparison that it stands for",
    arguments: [
      ("name.hasPrefix('x')", "write name BEGINSWITH 'x'"),
      ("user.name.hasSuffix('x')", "write user.name ENDSWITH 'x'"),
      ("SUBQUERY(tags, $t, $t.a == 1).@count", "compare the number: @count > 0"),
      ("a = 1 | b = 2", "join two comparisons by OR"), ("a = 1 & b = 2", "join two comparisons by AND"),
    ])
  func comparisons(predicate: String, hint: String) throws {
    #expect(ProfileCheck(try .named("foundation")).issues(in: predicate).first?.hint == hint)
  }

  @Test("The number of a to-many relationship of the model is @count")
  func numberOfMany() throws {
    var profile = try UseProfile.named("coredata")
    profile.toManyNames = ["tags"]
    let check = ProfileCheck(profile)
    let issue = try #require(check.issues(in: "tags.count > 0").first)
    #expect(issue.hint == "write tags.@count")
    #expect(issue.replacement?.applied(to: "tags.count > 0") == "tags.@count > 0")
    #expect(check.issues(in: "tags.@count > 0") == [])
  }

  @Test("A word that is a value of other keys names them")
  func otherKeys() throws {
    let issue = try #require(ProfileCheck(try .named("oslog")).issues(in: "type == error").first)
    #expect(issue.code == CheckCode.valueUnknown.rawValue)
    #expect(issue.hint == "error is a value of logType and messageType")
  }

  @Test(
    "The hint about a call of version() has a form that the consumer understands",
    arguments: [
      (
        "munki", #"version(os_vers) >= version("14.2")"#,
        "write os_vers_major > 14 OR (os_vers_major == 14 AND os_vers_minor >= 2)"
      ),
      (
        "munki", #"version(munki_version) < version("6.1")"#,
        "compare only the first part of the version with BEGINSWITH, or compare a key that contains the version as numbers"
      ),
    ])
  func versionCalls(profile: String, predicate: String, hint: String) throws {
    let issues = ProfileCheck(try .named(profile)).issues(in: predicate)
    #expect(issues.map(\.code) == ["extension"])
    #expect(issues.map(\.hint) == [hint])
  }

  @Test(
    "The nearest name is proposed",
    arguments: [
      ("munki", #"os_version BEGINSWITH "14.""#, "os_vers"),
      ("munki", #"machine_type == "desktp""#, "desktop"),
      ("oslog", "messageType == eror", "error"),
      ("ddm", "@statsu(device.model.family) == 'iPad'", "status"),
      ("xcuitest", #"indentifier == "login""#, "identifier"),
    ])
  func nearest(profile: String, predicate: String, name: String) throws {
    let issues = ProfileCheck(try .named(profile)).issues(in: predicate)
    #expect(issues.compactMap(\.suggestion).contains(name))
  }

  @Test(
    "Typographic quotes are replaced by straight ones",
    arguments: [
      ("hostname == “lab”", "hostname == \"lab\""),
      ("hostname == ‘it's’ AND a == 1", "hostname == \"it's\" AND a == 1"),
      ("hostname == “a\"b”", nil), ("hostname == “lab", nil),
    ] as [(String, String?)])
  func quotes(predicate: String, form: String?) throws {
    let issue = try #require(ProfileCheck(try .named("munki")).issues(in: predicate).first)
    #expect(issue.has(.smartQuote))
    #expect(issue.replacement?.applied(to: predicate) == form)
  }

  @Test(
    "A type of CAST is written as Apple's systems read it",
    arguments: [
      ("CAST(a, nsdate) == b", "CAST(a, \"NSDate\") == b"), (#"CAST(a, "Date") == b"#, #"CAST(a, "NSDate") == b"#),
      (#"CAST(a, "Int") == b"#, nil),
    ] as [(String, String?)])
  func castTypes(predicate: String, form: String?) throws {
    let issue = try #require(ProfileCheck(try .named("foundation")).issues(in: predicate).first)
    #expect(issue.replacement?.applied(to: predicate) == form)
  }

  @Test(
    "The hint about two operators, or about a typographic quote at the end of a text, names the mistake",
    arguments: [
      ("name == LIKE 'x'", "write LIKE without =="),
      ("name != BEGINSWITH 'x'", "write BEGINSWITH without !=, and NOT before the comparison"),
      ("name == CONTAINS[c] 'x'", "write CONTAINS without =="),
      ("name CONTAINS == 'x'", "write CONTAINS without =="),
      ("name IS LIKE 'x'", "write LIKE without IS"),
      ("name == \"x”", "a typographic quote ” does not end a text: write \""),
      ("name CONTAINS \"x” OR title == \"y”", "a typographic quote ” does not end a text: write \""),
    ])
  func causes(predicate: String, hint: String) throws {
    let issues = ProfileCheck(try .named("foundation")).issues(in: predicate)
    #expect(issues.first { $0.severity == .error }?.hint == hint)
  }

  @Test("A key with the name of an operator keeps its hint")
  func keysNamedAsOperators() throws {
    let issues = ProfileCheck(try .named("foundation")).issues(in: "name == contains AND a == 1")
    #expect(issues.first { $0.severity == .error }?.hint == "write #contains to use the word as a key")
  }

  @Test("A value that is a part of a text in quotes is passed with the whole text")
  func partOfText() throws {
    let hints = try ["*%@*", "%@"].map { text in
      let call = "[NSPredicate predicateWithFormat:[NSString stringWithFormat:@\"name LIKE[c] '\(text)'\", x]];"
      return try FileSample("foundation", named: "a.m", call).result.findings.first { $0.code == "interpolated" }?.hint
    }
    #expect(
      hints == [
        "write %@ for the whole text with its quotes, and pass that text as an argument",
        "write %@ in place of the value, and pass the value as an argument",
      ])
  }

  @Test("Messages have the words of the text, not the parser's replacements")
  func original() throws {
    let issues = ProfileCheck(try .named("ddm")).issues(in: "@status(device.model.family) NOT IN {'iPad'}")
    #expect(issues.first?.code == "not-in")
    #expect(issues.first?.hint?.contains("@status(device.model.family)") == true)
  }
}
