"""Provisioning: reads how many orders the suite wants, adds them to the database, and prints their ids."""

import json
import os
import sqlite3
import sys

ABOVE_2_53 = 9007200000000001  # odd, so that its neighbours share its double

wanted = json.load(sys.stdin)
database = sqlite3.connect(os.environ["ORDERS_DB"], timeout=30, isolation_level=None)
database.execute("BEGIN IMMEDIATE")  # two seeds at the same time make different orders


def add(status: str, *, large: bool = False) -> int:
    start, end, step = (ABOVE_2_53, 2**63 - 1, 2) if large else (101, ABOVE_2_53, 1)
    (id,) = database.execute(
        "SELECT coalesce(max(id) + ?, ?) FROM orders WHERE id >= ? AND id < ?", (step, start, start, end)
    ).fetchone()
    database.execute(
        "INSERT INTO orders (id, petId, quantity, shipDate, complete, status) VALUES (?, ?, 1, '2027-01-31 10:30:00.000000', ?, ?)",
        (id, 2**53 + 1, status == "delivered", status),
    )
    return id


orders = {
    "pending": [add("pending", large=n == 0) for n in range(wanted["pending"])],
    "shipped": [add("shipped") for _ in range(wanted["shipped"])],
    "other": [add("delivered") for _ in range(wanted["other"])],
}
database.execute("COMMIT")
print(json.dumps({"orders": orders, "fresh": True}))
