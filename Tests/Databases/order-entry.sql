-- A company that takes orders: names with spaces, a key of two columns, text keys, tables in the plural, a view.
-- All names are made up. To open it:
--   sqlite3 order-entry.sqlite < Tests/Databases/order-entry.sql && predicate order-entry.sqlite
BEGIN;
CREATE TABLE "Categories" (
  "CategoryID" INTEGER PRIMARY KEY AUTOINCREMENT,
  "CategoryName" TEXT NOT NULL,
  "Description" TEXT,
  "Picture" BLOB
);
CREATE TABLE "Suppliers" (
  "SupplierID" INTEGER PRIMARY KEY AUTOINCREMENT,
  "CompanyName" TEXT NOT NULL,
  "City" TEXT,
  "Country" TEXT,
  "HomePage" TEXT
);
CREATE TABLE "Products" (
  "ProductID" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "ProductName" TEXT NOT NULL,
  "SupplierID" INTEGER,
  "CategoryID" INTEGER,
  "QuantityPerUnit" TEXT,
  "UnitPrice" NUMERIC DEFAULT 0,
  "UnitsInStock" INTEGER DEFAULT 0,
  "Discontinued" TEXT NOT NULL DEFAULT '0',
  FOREIGN KEY ("CategoryID") REFERENCES "Categories" ("CategoryID"),
  FOREIGN KEY ("SupplierID") REFERENCES "Suppliers" ("SupplierID")
);
CREATE TABLE "Customers" (
  "CustomerID" TEXT,
  "CompanyName" TEXT,
  "ContactName" TEXT,
  "City" TEXT,
  "Country" TEXT,
  PRIMARY KEY ("CustomerID")
);
CREATE TABLE "Regions" (
  "RegionID" INTEGER NOT NULL PRIMARY KEY,
  "RegionDescription" TEXT NOT NULL
);
CREATE TABLE "Territories" (
  "TerritoryID" TEXT NOT NULL,
  "TerritoryDescription" TEXT NOT NULL,
  "RegionID" INTEGER NOT NULL,
  PRIMARY KEY ("TerritoryID"),
  FOREIGN KEY ("RegionID") REFERENCES "Regions" ("RegionID")
);
CREATE TABLE "Employees" (
  "EmployeeID" INTEGER PRIMARY KEY AUTOINCREMENT,
  "LastName" TEXT,
  "FirstName" TEXT,
  "Title" TEXT,
  "BirthDate" DATE,
  "HireDate" DATE,
  "City" TEXT,
  "Country" TEXT,
  "Photo" BLOB,
  "ReportsTo" INTEGER,
  FOREIGN KEY ("ReportsTo") REFERENCES "Employees" ("EmployeeID")
);
CREATE TABLE "EmployeeTerritories" (
  "EmployeeID" INTEGER NOT NULL,
  "TerritoryID" TEXT NOT NULL,
  PRIMARY KEY ("EmployeeID", "TerritoryID"),
  FOREIGN KEY ("EmployeeID") REFERENCES "Employees" ("EmployeeID"),
  FOREIGN KEY ("TerritoryID") REFERENCES "Territories" ("TerritoryID")
);
CREATE TABLE "Shippers" (
  "ShipperID" INTEGER PRIMARY KEY AUTOINCREMENT,
  "CompanyName" TEXT NOT NULL,
  "Phone" TEXT
);
CREATE TABLE "Orders" (
  "OrderID" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "CustomerID" TEXT,
  "EmployeeID" INTEGER,
  "OrderDate" DATETIME,
  "ShippedDate" DATETIME,
  "ShipVia" INTEGER,
  "Freight" NUMERIC DEFAULT 0,
  "ShipCity" TEXT,
  "ShipCountry" TEXT,
  FOREIGN KEY ("EmployeeID") REFERENCES "Employees" ("EmployeeID"),
  FOREIGN KEY ("CustomerID") REFERENCES "Customers" ("CustomerID"),
  FOREIGN KEY ("ShipVia") REFERENCES "Shippers" ("ShipperID")
);
CREATE TABLE "Order Details" (
  "OrderID" INTEGER NOT NULL,
  "ProductID" INTEGER NOT NULL,
  "UnitPrice" NUMERIC NOT NULL DEFAULT 0,
  "Quantity" INTEGER NOT NULL DEFAULT 1,
  "Discount" REAL NOT NULL DEFAULT 0,
  PRIMARY KEY ("OrderID", "ProductID"),
  FOREIGN KEY ("OrderID") REFERENCES "Orders" ("OrderID"),
  FOREIGN KEY ("ProductID") REFERENCES "Products" ("ProductID")
);
CREATE VIEW "Order Subtotals" AS
  SELECT "Order Details".OrderID, sum(UnitPrice * Quantity * (1 - Discount)) AS Subtotal
  FROM "Order Details" GROUP BY OrderID;

INSERT INTO Categories VALUES
  (1, 'Beverages', 'Soft drinks, coffees, teas', NULL), (2, 'Condiments', 'Sauces and spreads', NULL),
  (3, 'Confections', 'Sweets and breads', x'89504e47'), (4, 'Produce', NULL, NULL);
INSERT INTO Suppliers VALUES
  (1, 'Harbour Teas', 'London', 'UK', NULL), (2, 'Vinagre y Sal', 'Sevilla', 'Spain', 'https://example.com/vinagre'),
  (3, 'Zuckerbäcker GmbH', 'Köln', 'Germany', NULL), (4, 'Idle Farms', 'Perth', 'Australia', NULL);
INSERT INTO Products VALUES
  (1, 'Smoked Black Tea', 1, 1, '10 boxes x 20 bags', 18, 39, '0'), (2, 'Ginger Beer', 1, 1, '24 bottles', 4.5, 17, '0'),
  (3, 'Aniseed Syrup', 2, 2, '12 bottles', 10, 13, '0'), (4, 'Sherry Vinegar', 2, 2, '6 bottles', 22, 0, '1'),
  (5, 'Honigkuchen', 3, 3, '20 boxes', 81, 40, '0'), (6, 'Marzipan', 3, 3, '10 bars', 12.75, 3, '0'),
  (7, 'Dried Apples', 4, 4, '50 bags', 53, 20, '0'), (8, 'Bush Lemons', NULL, 4, NULL, NULL, 0, '1');
INSERT INTO Customers VALUES
  ('ANTON', 'Antons Kaffeehaus', 'Anton Huber', 'Wien', 'Austria'), ('BERGL', 'Bergljots Krambu', 'Bergljot Moe', 'Oslo', 'Norway'),
  ('CHOPS', 'Chop-suey Chinese', 'Yang Wang', 'Bern', 'Switzerland'), ('DRACD', 'Drachen Delikatessen', 'Sven Ottlieb', 'Aachen', 'Germany'),
  ('EMPTY', 'Nobody Orders', NULL, NULL, 'Germany');
INSERT INTO Regions VALUES (1, 'Eastern'), (2, 'Western'), (3, 'Northern');
INSERT INTO Territories VALUES
  ('01581', 'Westboro', 1), ('02116', 'Boston', 1), ('60601', 'Chicago', 2), ('94105', 'San Francisco', 2), ('55113', 'Roseville', 3);
INSERT INTO Employees VALUES
  (1, 'Fuller', 'Anne', 'Vice President', '1962-02-19', '2012-08-14', 'Tacoma', 'USA', NULL, NULL),
  (2, 'Davolio', 'Nora', 'Sales Representative', '1968-12-08', '2012-05-01', 'Seattle', 'USA', x'00', 1),
  (3, 'Leverling', 'Jan', 'Sales Representative', '1973-08-30', '2012-04-01', 'Kirkland', 'USA', NULL, 1),
  (4, 'Buchanan', 'Stella', 'Sales Manager', '1965-03-04', '2013-10-17', 'London', 'UK', NULL, 1),
  (5, 'Suyama', 'Mika', 'Sales Representative', '1973-07-02', '2013-10-17', 'London', 'UK', NULL, 4);
INSERT INTO EmployeeTerritories VALUES (2, '01581'), (2, '02116'), (3, '60601'), (4, '94105'), (5, '55113'), (5, '94105');
INSERT INTO Shippers VALUES (1, 'Speedy Barge', '(503) 555-9831'), (2, 'United Parcel Mules', NULL), (3, 'Federal Snails', '(503) 555-9931');
INSERT INTO Orders VALUES
  (10248, 'ANTON', 5, '2016-07-04', '2016-07-16', 3, 32.38, 'Wien', 'Austria'),
  (10249, 'BERGL', 4, '2016-07-05', '2016-07-10', 1, 11.61, 'Oslo', 'Norway'),
  (10250, 'CHOPS', 4, '2016-07-08', '2016-07-12', 2, 65.83, 'Bern', 'Switzerland'),
  (10251, 'DRACD', 3, '2016-07-08 10:30:00', NULL, 1, 41.34, 'Aachen', 'Germany'),
  (10252, 'ANTON', 2, '2017-01-09', '2017-01-11', 2, 51.3, 'Graz', 'Austria'),
  (10253, NULL, NULL, '2017-02-10', NULL, NULL, NULL, NULL, NULL);
INSERT INTO "Order Details" VALUES
  (10248, 1, 14, 12, 0), (10248, 3, 9.8, 10, 0), (10249, 5, 81, 9, 0), (10249, 6, 12.75, 40, 0.05),
  (10250, 7, 42.4, 35, 0.15), (10250, 1, 16.8, 15, 0.15), (10251, 2, 4.5, 6, 0.05), (10251, 3, 10, 15, 0),
  (10252, 5, 64.8, 40, 0.05), (10252, 4, 22, 25, 0);
COMMIT;
