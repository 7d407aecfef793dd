// Films that friends lend each other: objects over the demo database, which is in memory. `swift run movie-lending` prints what README.md shows.
import Foundation
import PredicateDemo
import PredicateObjects

let library = try Library(PredicateDatabase.demo())
let context = library.context
let today = Date(timeIntervalSinceReferenceDate: 815_000_000)

// Friends, and how many films each has.
for friend in try context.fetch(Friend.self, sortedBy: "friendName", limit: 4) {
  print("\(friend.friendName): \(friend.borrowing)")
}

// Lending: both ends follow, and the loan is written with the film.
guard let film = try context.fetch(Movie.self, "lent == NO AND year < 1930", limit: 1).first,
  let anna = try library.friend("Anna Castelli"),
  let other = try context.fetch(Friend.self, "SELF != \(anna)").first
else { throw Library.Refusal(reason: "the demo has no such film") }
try library.lend(film, to: anna, on: today)
print("\(film.title) (\(film.year)) goes to \(anna.friendName). \(anna.borrowing)")

// A film is lent once.
do {
  try library.lend(film, to: other, on: today)
} catch let refusal as Library.Refusal {
  print("Refused: \(refusal.reason)")
}

// Until it is saved, only this context sees it, also in a fetch.
let here = try context.count(Movie.self, "lentToFriend == \(anna)")
print("Anna has \(here) films here; changes to save: \(context.changedObjects.count)")
try context.save()

// By its id, as another context would find it.
let again = try ObjectContext(library.context.database, classes: [Movie.self, Friend.self, Loan.self])
if let found = try again.object(for: film.id) as? Movie {
  print("Elsewhere \(film.id) is with \(found.lentToFriend?.friendName ?? "nobody")")
}

// Undo goes back past the save; the undone state is saved again.
context.undo()
print("After undo: \(film.lent ? "lent" : "at home"). \(anna.borrowing)")
context.redo()
try library.takeBack(film, on: today.addingTimeInterval(86_400))
try context.save()
print("Taken back: \(film.lent ? "lent" : "at home"), loans so far: \(film.loans.count)")

// A friend who has films is not deleted: the delete rule of the model is deny.
if let borrower = try context.fetch(Friend.self, "lentMovies.@count > 0").first {
  try context.delete(borrower)
  do {
    try context.save()
  } catch let failure as SaveFailure {
    print(
      failure.problems.first?.kind == .denied ? "Not deleted: \(borrower.friendName) still has films" : "\(failure)")
    context.undo()
  }
}
