<?php
// Makes the database anew, with the orders that orders.yaml names.

$file = getenv('ORDERS_DB');
if (is_file($file)) {
    unlink($file);
}
$db = new PDO("sqlite:$file");
$db->exec(<<<'SQL'
    CREATE TABLE orders (
      id INTEGER PRIMARY KEY,
      petId INTEGER NOT NULL,
      quantity INTEGER NOT NULL,
      shipDate TEXT NOT NULL,
      complete INTEGER NOT NULL DEFAULT 0,
      status TEXT NOT NULL DEFAULT 'pending'
    );
    INSERT INTO orders VALUES
      (9007199254740993, 9007199254740993, 1, '2027-01-31 10:30:00', 0, 'pending'),
      (101, 7, 2, '2027-01-31 10:30:00', 0, 'pending'),
      (102, 7, 3, '2027-01-31 10:30:00', 0, 'pending'),
      (103, 8, 1, '2026-10-31 10:30:00', 0, 'shipped'),
      (104, 9, 1, '2026-09-30 10:30:00', 1, 'delivered');
    SQL);
