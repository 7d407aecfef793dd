extension FilmList {
  /// Films of the sixties, seventies and eighties.
  static let from1960To1989 = #"""
    Psycho|1960|8.5|Horror|classic,book|A shower, a mother, and a car that will not sink.
    La dolce vita|1960|8.0|Drama|cannes,city,Café|
    À bout de souffle|1960|7.7|Crime|classic,city|A thief, an American, and cuts where none should be.
    Plein soleil|1960|7.7|Thriller|book|He borrows a friend's life.
    The Apartment|1960|8.3|Romance|classic,city|A clerk lends out his key.
    Breakfast at Tiffany's|1961|7.5|Romance|book,city,comfort|
    Lawrence of Arabia|1962|8.3|Adventure|classic,true story,war|A match goes out, and the sun rises over the desert.
    La Jetée|1962|8.2|SciFi|cult|A love story in still pictures, with one that moves.
    8½|1963|8.0|Drama|classic|A director has everything except a film.
    The Birds|1963|7.6|Horror|book|They gather on the climbing frame, one by one.
    Dr. Strangelove or: How I Learned to Stop Worrying and Love the Bomb|1964|8.4|Comedy|classic,war,book|
    Les Parapluies de Cherbourg|1964|7.8|Musical|cannes,rainy day|Every word is sung, the price of petrol too.
    Mary Poppins|1964|7.8|Musical|family,book|
    Persona|1966|8.1|Drama||A nurse talks, an actress listens, and they change places.
    Андрей Рублёв|1966|8.0|Drama|true story|A boy casts a bell without knowing the secret.
    Il buono, il brutto, il cattivo|1966|8.8|Western|classic,war|Three guns and one grave full of gold.
    Bonnie and Clyde|1967|7.7|Crime|true story,road trip|
    The Graduate|1967|8.0|Comedy|book|Plastics.
    Playtime|1967|7.8|Comedy|city|A man gets lost in glass and steel.
    2001: A Space Odyssey|1968|8.3|SciFi|classic,space,book|From a bone to a ship in one cut, and a machine that sings.
    Rosemary's Baby|1968|8.0|Horror|book,city|
    C'era una volta il West|1968|8.5|Western|classic|A man with a harmonica waits for a train.
    Night of the Living Dead|1968|7.8|Horror|cult|
    M*A*S*H|1970|7.4|Comedy|war,book,cannes|Surgeons behave badly three miles from the front.
    Harold and Maude|1971|7.9|Comedy|cult|He is twenty, she is seventy-nine, they meet at funerals.
    A Clockwork Orange|1971|8.2|SciFi|cult,book|
    The Godfather|1972|9.2|Crime|classic,book|A wedding, a horse's head, and a son who wanted no part in it.
    Солярис|1972|7.9|SciFi|space,book,cannes|An ocean sends the dead back to those who miss them.
    What's Up, Doc?|1972|7.6|Comedy|comfort|Four plaid bags, one hotel corridor.
    The Exorcist|1973|8.1|Horror|book|
    Chinatown|1974|8.1|Noir|classic,city|Follow the water.
    Ο Θίασος|1975|7.8|Drama||Actors cross Greece with one play and fourteen years of history.
    Jaws|1975|8.1|Thriller|book|They need a larger boat.
    One Flew Over the Cuckoo's Nest|1975|8.7|Drama|classic,book|
    Monty Python and the Holy Grail|1975|8.2|Comedy|cult,comfort|Knights without horses, a rabbit with teeth.
    Taxi Driver|1976|8.2|Crime|cannes,city,rainy day|A driver who cannot sleep wants a rain to wash the streets.
    Star Wars|1977|8.6|SciFi|classic,space,family|A farm boy, a princess, a rogue, and a very large weapon.
    Close Encounters of the Third Kind|1977|7.6|SciFi|space|Five notes and a mountain of mashed potato.
    Alien|1979|8.5|Horror|classic,space,cult|Seven people and a cat answer a signal.
    Сталкер|1979|8.1|SciFi|cult,book|A guide leads two men to a room that grants wishes.
    Apocalypse Now|1979|8.4|War|classic,war,cannes,book|Up the river.
    Monty Python's Life of Brian|1979|8.0|Comedy|cult|
    The Shining|1980|8.4|Horror|classic,book|A writer looks after an empty hotel with his family.
    Airplane!|1980|7.7|Comedy|comfort|Do not have the fish.
    Raging Bull|1980|8.1|Drama|true story|
    Raiders of the Lost Ark|1981|8.4|Adventure|classic|Snakes. Why did it have to be snakes?
    Das Boot|1981|8.4|War|war,book|Fifty men in a steel tube, and the depth gauge turns.
    Blade Runner|1982|8.1|SciFi|classic,cult,book,city,rainy day|Rain on neon, and four who want more life.
    E.T. the Extra-Terrestrial|1982|7.9|SciFi|family,space|He phones home.
    Sans soleil|1983|7.7|Documentary||Letters from a cameraman, read by a woman.
    Stop Making Sense|1984|8.6|Documentary|cult|It begins with one man, a guitar and a tape player.
    Paris, Texas|1984|8.1|Drama|cannes,road trip|A man walks out of the desert and says nothing.
    Amadeus|1984|8.4|Drama|classic,true story|A good composer hears a great one laugh.
    Ghostbusters|1984|7.8|Comedy|city,comfort|
    乱|1985|8.2|War|war,book|A lord divides his land between three sons.
    Back to the Future|1985|8.5|SciFi|classic,family,comfort|A car, a clock tower, and parents who have yet to kiss.
    "Crocodile" Dundee|1986|6.6|Comedy|city|That is a knife.
    'Round Midnight|1986|7.4|Musical|city,Café|An old saxophonist finds one listener in Paris.
    Der Himmel über Berlin|1987|7.9|Fantasy|cannes,city,Café|Angels in overcoats listen in the library.
    Withnail & I|1987|7.6|Comedy|cult,rainy day|Two actors go on holiday by mistake.
    The Princess Bride|1987|8.0|Fantasy|family,book,comfort,cult|A grandfather reads to a boy who hates kissing.
    *batteries not included|1987|6.7|SciFi|family,city|
    Out of Rosenheim (Bagdad Café)|1987|7.5|Comedy|Café,road trip|A rosary of coffee, magic tricks and one thermos.
    Die Hard|1988|8.2|Action|classic,city|A policeman without shoes.
    となりのトトロ|1988|8.1|Animation|classic,family,comfort,rainy day|Two sisters, a bus stop, a very large friend.
    Nuovo Cinema Paradiso|1988|8.5|Drama|cannes,comfort|All the kisses that the priest had cut.
    火垂るの墓|1988|8.5|Animation|war,book|
    Do the Right Thing|1989|8.0|Drama|city,cannes|The hottest day of the year on one block.
    When Harry Met Sally...|1989|7.7|Romance|city,comfort,Café|Twelve years until New Year's Eve.
    """#
}
