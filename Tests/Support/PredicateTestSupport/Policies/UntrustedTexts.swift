/// Texts that attack every function with untrusted text. They are for a type or entity `Post` or `Note` with the properties `title` and `secret`. The
/// policy allows only `title`. None of the texts may find anything.
package enum UntrustedTexts {
  package static let attacks: [String] = {
    let deep = String(repeating: "(", count: 5_000) + "title == 'x'" + String(repeating: ")", count: 5_000)
    var grown = "title"
    for _ in 0..<24 { grown = "replace(\(grown), 'a', 'aaaaaaaaaaaaaaaaaaaaaaaa')" }
    return [
      #"title MATCHES '(.*)*(.*)*(.*)*x\\1'"#, "title MATCHES '(a|b|ab)*(?=c)x'", "title MATCHES '['",
      "title LIKE '*a*b*c*d*e*f*g*h*i*j*k*l*m*n*o*p*q*r*s*t*u*v*w*x*y*z*!'", deep, "\(grown) == 'x'",
      String(repeating: "title == 'x' OR ", count: 4_000) + "FALSEPREDICATE",
      "secret == 's'", "title == 'x' OR secret == 's'", "SELF.secret == 's'", "post.secret == 's'",
      "title == 'x'; DROP TABLE post", "title == 'x' UNION SELECT secret FROM post", "title == \"x\u{0}' OR 1 == 1",
      "FUNCTION(title, 'deleteAll') == nil", "title == %@", "%K == 1", "$nobody == 1", "title ==", "",
      "SUBQUERY({1,2,3,4,5,6,7,8}, $a, SUBQUERY({1,2,3,4,5,6,7,8}, $b, SUBQUERY({1,2,3,4,5,6,7,8}, $c, "
        + "SUBQUERY({1,2,3,4,5,6,7,8}, $d, $a + $b + $c + $d == 0).@count > 0).@count > 0).@count > 0).@count > 0",
    ]
  }()
}
