import GRDB
import PredicateModel
import PredicateSQLite

/// A database with tables of unusual shapes: reserved words, composite and nil keys, tables without row numbers, views, tables that refer to
/// themselves, computed columns, collations of keys, tables of pairs with a repeated pair or a pair without a row.
enum OddDatabase {
  /// - Parameter trusted: Whether the model trusts every relationship, as a hand-written one may do.
  static func open(encoding: String = "UTF-8", trusted: Bool = false) throws -> PredicateDatabase {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    let queue = try DatabaseQueue(configuration: configuration)
    try queue.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA encoding = '\(encoding)'")
      try database.execute(sql: schema)
    }
    let database = try PredicateDatabase(queue)
    return trusted ? try PredicateDatabase(queue, model: trusting(database.model)) : database
  }

  private static func trusting(_ model: DataModel) -> DataModel {
    DataModel(
      entities: model.entities.map { entity in
        Entity(
          name: entity.name, table: entity.table, key: entity.key, attributes: entity.attributes,
          relationships: entity.relationships.map { way in
            Relationship(
              name: way.name, destination: way.destination, inverse: way.inverse, cardinality: way.cardinality,
              isOptional: way.isOptional, deleteRule: way.deleteRule, storage: way.storage, isTrusted: true,
              referencedColumns: way.referencedColumns, isGuessed: way.isGuessed)
          }, isReadOnly: entity.isReadOnly)
      })
  }

  private static let schema = """
    CREATE TABLE "order" ("select" INTEGER PRIMARY KEY, "from" TEXT COLLATE NOCASE, "group" INT, "where" DATE, flag BOOLEAN, txt TEXT, val REAL, data BLOB, "a b" TEXT COLLATE RTRIM);
    INSERT INTO "order" VALUES
     (1,'abc',1,'2020-01-01','true','Hello',1.5,x'00','a '),
     (2,'ABC',2,1583020800,'false','hello',NULL,x'0001','a'),
     (3,'Abc ',NULL,'2020-01-01 10:00:00',1,'HELLO ',-0.0,NULL,'a  '),
     (4,NULL,'x',2458909.5,0,'héllo',9e999,zeroblob(70000),NULL),
     (5,'é',1.5,NULL,NULL,'he'||char(0)||'llo',1e308,x'','b'),
     (6,'É',-9223372036854775807,'garbage','yes','','12',' ','B'),
     (7,'',9223372036854775807,'2020-01-01T00:00:00Z','t',NULL,'abc','text','é'),
     (8,'𐍈',0,1583020800123,'no','ﬀ',0.1,1,'﻿'),
     (9,'～',3,20200101,2,'𝒳y',2,2.5,'～');
    CREATE INDEX ofrom ON "order"("from"); CREATE INDEX otxt ON "order"(txt); CREATE INDEX oval ON "order"(val); CREATE INDEX ogroup ON "order"("group");
    CREATE TABLE item (a INT, b TEXT COLLATE NOCASE, "order" INTEGER REFERENCES "order"("select"), qty NUMERIC, parent_a INT, parent_b TEXT, PRIMARY KEY(a,b), FOREIGN KEY(parent_a,parent_b) REFERENCES item(a,b)) WITHOUT ROWID;
    INSERT INTO item VALUES (1,'x',1,1,NULL,NULL),(1,'y',1,2.5,1,'X'),(2,'x',2,'3',1,'y'),(3,'Z',99,NULL,1,NULL),(4,'z',NULL,'abc',9,'q'),(5,'w',1,x'01',2,'x'),(6,'é',3,0,3,'z');
    CREATE TABLE node (id INTEGER PRIMARY KEY, name TEXT, parent INTEGER REFERENCES node(id), twin INTEGER UNIQUE REFERENCES node(id));
    INSERT INTO node VALUES (1,'r',NULL,2),(2,'a',1,1),(3,'b',1,3),(4,'c',2,NULL),(5,'d',77,88),(6,'e',6,4);
    CREATE TABLE gen (id INTEGER PRIMARY KEY, n INT, t TEXT, dbl INT AS (n*2) VIRTUAL, up TEXT AS (upper(t)) STORED, cat AS (t || n));
    INSERT INTO gen(id,n,t) VALUES (1,1,'a'),(2,NULL,'b'),(3,'x','c'),(4,2.5,NULL);
    CREATE TABLE st (id INT PRIMARY KEY, any ANY, i INT, r REAL, t TEXT, b BLOB) STRICT;
    INSERT INTO st VALUES (1,'1',1,1,'1',x'31'),(2,1,2,2.5,'a',x''),(3,1.0,NULL,NULL,NULL,NULL),(4,x'31',3,-1,'é',x'ff');
    CREATE TABLE nullkey (code TEXT PRIMARY KEY, label TEXT);
    INSERT INTO nullkey VALUES ('a','A'),(NULL,'N1'),(NULL,'N2'),('b','B');
    CREATE TABLE refn (id INTEGER PRIMARY KEY, code TEXT REFERENCES nullkey(code));
    INSERT INTO refn VALUES (1,'a'),(2,NULL),(3,'c'),(4,'b'),(5,'a');
    CREATE TABLE wr (code TEXT PRIMARY KEY, v INT, other TEXT REFERENCES wr(code)) WITHOUT ROWID;
    INSERT INTO wr VALUES ('k1',1,'k2'),('k2',2,'k1'),('K1',3,'k1'),('k3',NULL,NULL),('k4',5,'zz');
    CREATE TABLE empty (id INTEGER PRIMARY KEY, x TEXT, node_id INTEGER REFERENCES node(id));
    CREATE VIEW v AS SELECT "select" AS id, "from" AS f, txt, val*2 AS dbl FROM "order";
    CREATE VIEW vj AS SELECT o."select" AS oid, i.a, i.b, o.txt FROM "order" o JOIN item i ON i."order"=o."select";
    CREATE TABLE tagx (id INTEGER PRIMARY KEY, name TEXT UNIQUE COLLATE NOCASE);
    INSERT INTO tagx VALUES (1,'Red'),(2,'blue'),(3,'Green');
    CREATE TABLE node_tag (node_id INTEGER REFERENCES node(id), tag TEXT REFERENCES tagx(name), PRIMARY KEY(node_id, tag));
    INSERT INTO node_tag VALUES (1,'red'),(1,'BLUE'),(2,'Red'),(3,'none'),(9,'red'),(4,NULL),(NULL,'red'),(1,'Red');
    CREATE TABLE node_tagx (node INTEGER REFERENCES node, tagx INTEGER REFERENCES tagx);
    INSERT INTO node_tagx VALUES (1,1),(1,1),(1,2),(2,'1'),(3,1.0),(4,9),(NULL,1),(5,NULL);
    """
}
