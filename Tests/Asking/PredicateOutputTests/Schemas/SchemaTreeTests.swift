import PredicateModel
import PredicateOutput
import Testing

@Suite("The tree of a model")
struct SchemaTreeTests {
  @Test func eachEntityIsOpenedOnceAsNearAsItCanBe() throws {
    let output = TextOutput()
    let movie = try #require(DataModel.movies.entity(named: "Movie"))
    SchemaTree(model: .movies, style: .plain, width: nil).write(from: movie, to: output)
    #expect(
      output.take() == """
        Movie
        │  title, year, rating, genre, movieDescription, lent, lentOn
        ├─ lentToFriend → Friend?
        │  │  friendName, email, birthday
        │  ├─ lentMovies → many Movie
        │  ├─ loans → many Loan
        │  └─ friends → many Friend
        ├─ tags → many Tag
        │  │  name
        │  └─ movies → many Movie
        └─ loans → many Loan
           │  lentOn, returnedOn, note
           ├─ movie → Movie
           └─ friend → Friend

        """)
  }

  @Test func linesFitTheScreen() throws {
    let output = TextOutput()
    let movie = try #require(DataModel.movies.entity(named: "Movie"))
    SchemaTree(model: .movies, style: .plain, width: 40).write(from: movie, to: output)
    #expect(output.take().contains("│  title, year, rating, genre, movieDes…\n"))
  }
}
