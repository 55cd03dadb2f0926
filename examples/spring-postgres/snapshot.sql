-- A snapshot of the store, as `pg_dump --data-only --table=orders` writes one; loading it restores the store.
BEGIN;
TRUNCATE orders;
COPY orders (id, pet_id, quantity, ship_date, complete, status) FROM stdin;
9007199254740993	9007199254740993	1	2027-01-31 10:30:00+00	f	pending
101	7	2	2027-01-31 10:30:00+00	f	pending
102	7	3	2027-01-31 10:30:00+00	f	pending
103	8	1	2026-10-31 10:30:00+00	f	shipped
104	9	1	2026-09-30 10:30:00+00	t	delivered
\.
COMMIT;
