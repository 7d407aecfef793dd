import Foundation
import PredicateValues
import Testing

@Suite struct URLPropertyTests {
  @Test(
    arguments: [
      ("https://anna@example.org:8080/a%20b/c/?q=1#f", "https", "example.org", "/a b/c"),
      ("HTTP://Example.org", "HTTP", "Example.org", ""), ("https://example.org/", "https", "example.org", "/"),
      ("https://[::1]:80/x", "https", "::1", "/x"), ("https://ex%C3%A4mple.org/%FF", "https", "exämple.org", "/%FF"),
      ("file:///tmp/a.txt", "file", nil, "/tmp/a.txt"), ("mailto:anna@example.org", "mailto", nil, "anna@example.org"),
      ("a/b?c=/d", nil, nil, "a/b"), ("//host/p", nil, "host", "/p"), ("https://h?q=a/b", "https", "h", ""),
      ("/p:q", nil, nil, "/p:q"), ("", nil, nil, ""), ("https://a@b@c/", "https", "c", "/"), ("%", nil, nil, "%"),
      ("x://h/%zz%4", "x", "h", "/%zz%4"), ("https://h//", "https", "h", "/"),
    ] as [(String, String?, String?, String)])
  func parts(_ text: String, _ scheme: String?, _ host: String?, _ path: String) {
    #expect(URLProperty.scheme.value(of: text).equals(scheme.map { .string($0) } ?? .null) || scheme == nil)
    #expect(URLProperty.scheme.value(of: text).isNull == (scheme == nil))
    #expect(URLProperty.host.value(of: text).isNull == (host == nil))
    #expect(host == nil || URLProperty.host.value(of: text).equals(.string(host ?? "")))
    #expect(URLProperty.path.value(of: text).equals(.string(path)))
    #expect(URLProperty.value(of: text, named: "absoluteString")?.equals(.string(text)) == true)
    #expect(URLProperty.value(of: text, named: "hostname") == nil)
  }

  /// The parts of a URL are those that Foundation gives.
  @Test(arguments: [
    "https://anna@example.org:8080/a%20b/c/?q=1#f", "https://example.org/", "file:///tmp/a.txt", "https://h/a/b?c#d",
    "ftp://example.org/%E3%81%AE", "http://example.org",
  ])
  func asFoundation(_ text: String) throws {
    let url = try #require(URL(string: text))
    #expect(URLProperty.scheme.value(of: text).equals(url.scheme.map { .string($0) } ?? .null))
    if let host = url.host(), !host.isEmpty { #expect(URLProperty.host.value(of: text).equals(.string(host))) }
    #expect(URLProperty.path.value(of: text).equals(.string(url.path)))
  }
}
