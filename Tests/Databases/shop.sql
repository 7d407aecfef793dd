-- A shop of ten tables and a view, for Documentation/databases/questions.md and its test. Its rows come out of arithmetic, so they are the same each time.
CREATE TABLE categories (
  category_id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, parent_id INTEGER REFERENCES categories (category_id)
);
CREATE TABLE employees (
  employee_id INTEGER PRIMARY KEY, last_name TEXT, manager_id INTEGER REFERENCES employees (employee_id),
  hired_on DATE, salary REAL
);
CREATE TABLE customers (
  customer_id INTEGER PRIMARY KEY, name TEXT NOT NULL, email TEXT, country TEXT, is_business BOOLEAN NOT NULL
);
CREATE TABLE suppliers (supplier_id INTEGER PRIMARY KEY, name TEXT, country TEXT);
CREATE TABLE products (
  product_id INTEGER PRIMARY KEY, name TEXT, category_id INTEGER REFERENCES categories (category_id),
  supplier_id INTEGER REFERENCES suppliers (supplier_id), price REAL, cost REAL, discontinued BOOLEAN, stock INTEGER
);
CREATE TABLE tags (tag_id INTEGER PRIMARY KEY, label TEXT);
CREATE TABLE product_tags (
  product_id INTEGER REFERENCES products (product_id), tag_id INTEGER REFERENCES tags (tag_id),
  PRIMARY KEY (product_id, tag_id)
);
CREATE TABLE orders (
  order_id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers (customer_id),
  employee_id INTEGER REFERENCES employees (employee_id), ordered_at TEXT NOT NULL, shipped_at TEXT, status TEXT
);
CREATE TABLE order_lines (
  order_id INTEGER REFERENCES orders (order_id), line_no INTEGER, product_id INTEGER REFERENCES products (product_id),
  quantity INTEGER, unit_price REAL, discount REAL, PRIMARY KEY (order_id, line_no)
);
CREATE TABLE reviews (
  review_id INTEGER PRIMARY KEY, product_id INTEGER REFERENCES products (product_id),
  customer_id INTEGER REFERENCES customers (customer_id), stars INTEGER, created_at INTEGER
);

INSERT INTO categories VALUES
  (1, 'Garden', NULL), (2, 'Kitchen', NULL), (3, 'Books', NULL),
  (10, 'Garden tools', 1), (11, 'Plants', 1), (12, 'Pans', 2), (13, 'Knives', 2), (14, 'Novels', 3), (15, 'Atlases', 3);
INSERT INTO tags VALUES (1, 'eco'), (2, 'new'), (3, 'sale'), (4, 'gift');

WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12)
INSERT INTO employees
SELECT i, 'Employee ' || char(64 + i), CASE WHEN i > 1 THEN max(1, i / 3) END,
  date('2015-01-01', '+' || (i * 97) || ' days'), 2500 + (i * 7919) % 1900 + 0.5
FROM n;

WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
INSERT INTO customers
SELECT i, CASE WHEN i % 7 = 0 THEN 'Müller' WHEN i % 11 = 0 THEN 'muller' ELSE 'Smith' END || ' ' || i,
  CASE WHEN i % 9 > 0 THEN 'c' || i || '@example.org' END,
  CASE ((i * 48271) % 65537) % 5 WHEN 0 THEN 'DE' WHEN 1 THEN 'FR' WHEN 2 THEN 'IT' WHEN 3 THEN 'AT' ELSE 'CH' END, i % 10 = 0
FROM n;

INSERT INTO suppliers VALUES (1, 'Supplier A', 'DE'), (2, 'Supplier B', 'CN'), (3, 'Supplier C', 'US');

WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 120)
INSERT INTO products
SELECT i, 'Product ' || i, 10 + (i * 5) % 6, 1 + i % 3, ((i * 7901) % 39900 + 100) / 100.0,
  ((i * 7901) % 39900 + 100) / 200.0, i % 17 = 0, (i * 53) % 60
FROM n;
INSERT INTO product_tags
SELECT product_id, tag_id FROM products, tags WHERE (product_id * 13 + tag_id * 7) % 5 = 0;

WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1500)
INSERT INTO orders
SELECT i, 1 + (i * 7919) % 190, CASE WHEN i % 13 > 0 THEN 1 + (i * 5) % 12 END, ordered,
  CASE WHEN i % 16 > 0 THEN datetime(ordered, '+' || ((i * 29) % 9) || ' days', '+' || (i % 24) || ' hours') END,
  CASE WHEN i % 16 > 0 THEN 'shipped' WHEN i % 32 = 0 THEN 'open' ELSE 'cancelled' END
FROM (SELECT i, datetime('2026-11-21', '-' || ((i * 7907) % 1100) || ' days', '-' || ((i * 3571) % 86400) || ' seconds')
  AS ordered FROM n);

INSERT INTO order_lines
SELECT order_id, line_no, 1 + (order_id * 31 + line_no * 17) % 112, 1 + (order_id + line_no) % 6, price,
  CASE (order_id * 3 + line_no) % 5 WHEN 0 THEN 0.1 WHEN 1 THEN 0.25 ELSE 0 END
FROM orders, (SELECT 1 AS line_no UNION SELECT 2 UNION SELECT 3)
  JOIN products ON product_id = 1 + (order_id * 31 + line_no * 17) % 112
WHERE line_no <= 1 + order_id % 3;

WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 900)
INSERT INTO reviews
SELECT i, 1 + (i * 37) % 90, 1 + (i * 7) % 200, 1 + ((i * 48271) % 65537) % 5, 1795219200 - ((i * 7919) % 900) * 86400 - i
FROM n;

CREATE VIEW revenue_per_day AS
SELECT date(ordered_at) AS day, sum(quantity * unit_price * (1 - discount)) AS revenue
FROM orders JOIN order_lines USING (order_id) GROUP BY 1;
