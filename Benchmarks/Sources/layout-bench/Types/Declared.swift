/// Marks the types that list their properties: `Film<Declared>` has the stored properties of `Film<Reflected>` and a table of them.
enum Declared {}
