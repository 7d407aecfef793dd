/// What is noted at a loan; nil most of the time.
enum NoteList {
  /// The notes, taken at random. One is empty, which is not nil.
  static let texts = [
    "for the weekend", "came back without its case", "said it was \"too long\"", "wants to see it again",
    "don't forget the second disc", "🍿 film night", "", "lent through Anna", "watched it twice", "fell asleep",
    "à rendre avant Noël", "has a scratch at 01:12:00", "in the box C:\\films", "100% worth it", "two\nlines",
  ]
}
