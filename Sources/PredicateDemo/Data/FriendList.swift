/// The friends of the demo database. Names begin with different letters, and differ in case, marks and script.
enum FriendList {
  /// One friend a line: name, e-mail, birthday as `YYYY-MM-DD`. Nothing between two bars is nil.
  static let text = #"""
    Anna Castelli|anna@example.com|1989-03-14
    adam de Vries|adam.devries@example.org|1978-11-02
    Åsa Lindqvist||1995-06-21
    Bruno Okafor|bruno@example.net|
    Chloé Martin|chloe.martin@example.fr|2000-02-29
    Dmitri Wolkow|dmitri@example.com|1969-12-31
    Esra Yıldız|ESRA@EXAMPLE.COM|1992-08-05
    George Johnson||
    春香 Tanaka|haruka@example.jp|1984-01-01
    Maeve O'Brien|maeve.obrien@example.ie|1999-10-17
    Quentin "Q" Harris|q@example.com|1958-04-09
    Zoë van Dijk|zoe@example.nl|2001-09-11
    """#

  /// Pairs of friends by their places in the list, from 1; each is stored both ways.
  static let friendships = [
    (1, 2), (1, 3), (1, 5), (1, 12), (2, 4), (2, 10), (3, 12), (4, 8), (5, 9), (5, 12), (6, 7), (7, 10), (9, 12),
  ]

  /// The place of the friend who never borrows anything.
  static let neverBorrows = 11
}
