-- A music store: artists, albums, tracks, playlists, invoices, customers and the people who look after them.
-- All names are made up. To open it:
--   sqlite3 music-store.sqlite < Tests/Databases/music-store.sql && predicate music-store.sqlite
BEGIN;
CREATE TABLE [Artist] (
  [ArtistId] INTEGER NOT NULL,
  [Name] NVARCHAR(120),
  CONSTRAINT [PK_Artist] PRIMARY KEY ([ArtistId])
);
CREATE TABLE [Album] (
  [AlbumId] INTEGER NOT NULL,
  [Title] NVARCHAR(160) NOT NULL,
  [ArtistId] INTEGER NOT NULL,
  CONSTRAINT [PK_Album] PRIMARY KEY ([AlbumId]),
  FOREIGN KEY ([ArtistId]) REFERENCES [Artist] ([ArtistId]) ON DELETE NO ACTION ON UPDATE NO ACTION
);
CREATE TABLE [Genre] (
  [GenreId] INTEGER NOT NULL,
  [Name] NVARCHAR(120),
  CONSTRAINT [PK_Genre] PRIMARY KEY ([GenreId])
);
CREATE TABLE [MediaType] (
  [MediaTypeId] INTEGER NOT NULL,
  [Name] NVARCHAR(120),
  CONSTRAINT [PK_MediaType] PRIMARY KEY ([MediaTypeId])
);
CREATE TABLE [Track] (
  [TrackId] INTEGER NOT NULL,
  [Name] NVARCHAR(200) NOT NULL,
  [AlbumId] INTEGER,
  [MediaTypeId] INTEGER NOT NULL,
  [GenreId] INTEGER,
  [Composer] NVARCHAR(220),
  [Milliseconds] INTEGER NOT NULL,
  [Bytes] INTEGER,
  [UnitPrice] NUMERIC(10,2) NOT NULL,
  CONSTRAINT [PK_Track] PRIMARY KEY ([TrackId]),
  FOREIGN KEY ([AlbumId]) REFERENCES [Album] ([AlbumId]),
  FOREIGN KEY ([GenreId]) REFERENCES [Genre] ([GenreId]),
  FOREIGN KEY ([MediaTypeId]) REFERENCES [MediaType] ([MediaTypeId])
);
CREATE TABLE [Playlist] (
  [PlaylistId] INTEGER NOT NULL,
  [Name] NVARCHAR(120),
  CONSTRAINT [PK_Playlist] PRIMARY KEY ([PlaylistId])
);
CREATE TABLE [PlaylistTrack] (
  [PlaylistId] INTEGER NOT NULL,
  [TrackId] INTEGER NOT NULL,
  CONSTRAINT [PK_PlaylistTrack] PRIMARY KEY ([PlaylistId], [TrackId]),
  FOREIGN KEY ([PlaylistId]) REFERENCES [Playlist] ([PlaylistId]),
  FOREIGN KEY ([TrackId]) REFERENCES [Track] ([TrackId])
);
CREATE TABLE [Employee] (
  [EmployeeId] INTEGER NOT NULL,
  [LastName] NVARCHAR(20) NOT NULL,
  [FirstName] NVARCHAR(20) NOT NULL,
  [Title] NVARCHAR(30),
  [ReportsTo] INTEGER,
  [BirthDate] DATETIME,
  [HireDate] DATETIME,
  [City] NVARCHAR(40),
  [Country] NVARCHAR(40),
  CONSTRAINT [PK_Employee] PRIMARY KEY ([EmployeeId]),
  FOREIGN KEY ([ReportsTo]) REFERENCES [Employee] ([EmployeeId])
);
CREATE TABLE [Customer] (
  [CustomerId] INTEGER NOT NULL,
  [FirstName] NVARCHAR(40) NOT NULL,
  [LastName] NVARCHAR(20) NOT NULL,
  [Company] NVARCHAR(80),
  [City] NVARCHAR(40),
  [Country] NVARCHAR(40),
  [Email] NVARCHAR(60) NOT NULL,
  [SupportRepId] INTEGER,
  CONSTRAINT [PK_Customer] PRIMARY KEY ([CustomerId]),
  FOREIGN KEY ([SupportRepId]) REFERENCES [Employee] ([EmployeeId])
);
CREATE TABLE [Invoice] (
  [InvoiceId] INTEGER NOT NULL,
  [CustomerId] INTEGER NOT NULL,
  [InvoiceDate] DATETIME NOT NULL,
  [BillingCity] NVARCHAR(40),
  [BillingCountry] NVARCHAR(40),
  [Total] NUMERIC(10,2) NOT NULL,
  CONSTRAINT [PK_Invoice] PRIMARY KEY ([InvoiceId]),
  FOREIGN KEY ([CustomerId]) REFERENCES [Customer] ([CustomerId])
);
CREATE TABLE [InvoiceLine] (
  [InvoiceLineId] INTEGER NOT NULL,
  [InvoiceId] INTEGER NOT NULL,
  [TrackId] INTEGER NOT NULL,
  [UnitPrice] NUMERIC(10,2) NOT NULL,
  [Quantity] INTEGER NOT NULL,
  CONSTRAINT [PK_InvoiceLine] PRIMARY KEY ([InvoiceLineId]),
  FOREIGN KEY ([InvoiceId]) REFERENCES [Invoice] ([InvoiceId]),
  FOREIGN KEY ([TrackId]) REFERENCES [Track] ([TrackId])
);
CREATE INDEX [IFK_AlbumArtistId] ON [Album] ([ArtistId]);
CREATE INDEX [IFK_TrackAlbumId] ON [Track] ([AlbumId]);
CREATE INDEX [IFK_PlaylistTrackTrackId] ON [PlaylistTrack] ([TrackId]);
CREATE INDEX [IFK_InvoiceLineInvoiceId] ON [InvoiceLine] ([InvoiceId]);

INSERT INTO Artist VALUES
  (1, 'The Paper Lanterns'), (2, 'Ada Voss'), (3, 'Señor Café'), (4, 'Night Ferry'), (5, NULL), (6, 'Silent Partner');
INSERT INTO Album VALUES
  (1, 'Harbour Lights', 1), (2, 'Second Harbour', 1), (3, 'Études for Rain', 2), (4, 'Café Olé', 3),
  (5, 'Last Boat Home', 4), (6, 'The Night Ferry Live', 4), (7, 'Untitled', 5);
INSERT INTO Genre VALUES (1, 'Rock'), (2, 'Jazz'), (3, 'Classical'), (4, 'Latin'), (5, 'Spoken Word');
INSERT INTO MediaType VALUES (1, 'MPEG audio file'), (2, 'FLAC audio file'), (3, 'Video file');
INSERT INTO Track VALUES
  (1, 'Lanterns', 1, 1, 1, 'K. Moor', 254000, 8200000, 0.99),
  (2, 'Low Tide', 1, 1, 1, 'K. Moor, J. Finn', 198500, 6400000, 0.99),
  (3, 'Wreckers', 1, 2, 1, NULL, 421000, 41000000, 1.29),
  (4, 'Breakwater', 2, 1, 1, 'J. Finn', 233100, 7500000, 0.99),
  (5, 'Second Bell', 2, 1, 1, 'J. Finn', 187000, 6000000, 0.99),
  (6, 'Étude No. 1', 3, 2, 3, 'Ada Voss', 301500, 30100000, 1.29),
  (7, 'Étude No. 2', 3, 2, 3, 'Ada Voss', 289000, 28800000, 1.29),
  (8, 'Rain, Slowly', 3, 2, 3, 'Ada Voss', 612000, 60100000, 1.29),
  (9, 'Un Café Más', 4, 1, 4, 'R. Ortega', 205000, 6600000, 0.99),
  (10, 'Olé', 4, 1, 4, 'R. Ortega', 176000, 5700000, 0.99),
  (11, 'Last Boat', 5, 1, 2, 'M. Lind', 348000, 11200000, 0.99),
  (12, 'Home', 5, 1, 2, NULL, 365500, 11700000, 0.99),
  (13, 'Last Boat (live)', 6, 3, 2, 'M. Lind', 512000, 98000000, 1.99),
  (14, 'Applause', 6, 3, 2, NULL, 45000, 9000000, 1.99),
  (15, 'Track 01', 7, 1, NULL, NULL, 60000, NULL, 0.99),
  (16, 'A Single', NULL, 1, 1, 'K. Moor', 201000, 6500000, 0.99);
INSERT INTO Playlist VALUES (1, 'Music'), (2, 'Rainy Days'), (3, 'On the Water'), (4, 'Empty');
INSERT INTO PlaylistTrack SELECT 1, TrackId FROM Track;
INSERT INTO PlaylistTrack VALUES (2, 6), (2, 7), (2, 8), (2, 12), (3, 2), (3, 4), (3, 11), (3, 13);
INSERT INTO Employee VALUES
  (1, 'Berg', 'Nora', 'General Manager', NULL, '1962-02-18 00:00:00', '2012-08-14 00:00:00', 'Bergen', 'Norway'),
  (2, 'Okafor', 'Chidi', 'Sales Manager', 1, '1968-12-08 00:00:00', '2012-05-01 00:00:00', 'Bergen', 'Norway'),
  (3, 'Lamb', 'Jane', 'Sales Support Agent', 2, '1983-08-29 00:00:00', '2014-04-01 00:00:00', 'Oslo', 'Norway'),
  (4, 'Park', 'Minho', 'Sales Support Agent', 2, '1987-09-19 00:00:00', '2015-05-03 00:00:00', 'Oslo', 'Norway'),
  (5, 'Mitchell', 'Ray', 'IT Manager', 1, '1973-07-01 00:00:00', '2013-10-17 00:00:00', 'Bergen', 'Norway'),
  (6, 'King', 'Sofia', 'IT Staff', 5, NULL, '2016-01-02 00:00:00', NULL, 'Norway');
INSERT INTO Customer VALUES
  (1, 'Luís', 'Gonçalves', 'Brasa Ltda.', 'São Paulo', 'Brazil', 'luis@example.com', 3),
  (2, 'Leonie', 'Köhler', NULL, 'Stuttgart', 'Germany', 'leonie@example.com', 4),
  (3, 'François', 'Tremblay', NULL, 'Montréal', 'Canada', 'francois@example.com', 3),
  (4, 'Bjørn', 'Hansen', NULL, 'Oslo', 'Norway', 'bjorn@example.com', 4),
  (5, 'Helena', 'Holá', 'Hudba s.r.o.', 'Praha', 'Czechia', 'helena@example.com', NULL),
  (6, 'Hana', 'Weiss', NULL, 'Berlin', 'Germany', 'hana@example.com', 4);
INSERT INTO Invoice VALUES
  (1, 2, '2021-01-01 00:00:00', 'Stuttgart', 'Germany', 1.98), (2, 4, '2021-01-02 00:00:00', 'Oslo', 'Norway', 3.87),
  (3, 6, '2021-06-11 00:00:00', 'Berlin', 'Germany', 5.16), (4, 1, '2022-02-03 00:00:00', 'São Paulo', 'Brazil', 0.99),
  (5, 2, '2022-07-19 00:00:00', 'Stuttgart', 'Germany', 9.95), (6, 3, '2023-03-05 00:00:00', 'Montréal', 'Canada', 2.58),
  (7, 1, '2023-12-24 00:00:00', 'São Paulo', 'Brazil', 13.93);
INSERT INTO InvoiceLine VALUES
  (1, 1, 1, 0.99, 1), (2, 1, 2, 0.99, 1), (3, 2, 6, 1.29, 1), (4, 2, 7, 1.29, 1), (5, 2, 8, 1.29, 1),
  (6, 3, 6, 1.29, 4), (7, 4, 9, 0.99, 1), (8, 5, 13, 1.99, 5), (9, 6, 3, 1.29, 1), (10, 6, 6, 1.29, 1),
  (11, 7, 13, 1.99, 6), (12, 7, 14, 1.99, 1);
COMMIT;
