/// Marks the types whose properties the library finds by itself: `Film<Reflected>` has no table.
enum Reflected {}
