-- Provisioning with SQL alone: :wanted is what the suite asks for, such as {"pending":3,"shipped":1,"other":1,"unknown":0}.
WITH made AS (
  INSERT INTO orders (id, pet_id, quantity, ship_date, complete, status)
  SELECT
    -- The first pending order has an odd id above 2^53: its neighbours share its double.
    CASE WHEN status = 'pending' AND n = 1 THEN 9007200000000001 + 2 * nextval('orders_id_seq') ELSE nextval('orders_id_seq') END,
    9007199254740993, 1, '2027-01-31T10:30:00Z', status = 'delivered', status
  FROM (VALUES ('pending', 'pending'), ('shipped', 'shipped'), ('other', 'delivered')) AS lists (list, status),
    generate_series(1, (:'wanted'::jsonb ->> list)::integer) AS n
  RETURNING id, status
)
SELECT json_build_object('orders', json_build_object(
  'pending', coalesce(json_agg(id) FILTER (WHERE status = 'pending'), '[]'),
  'shipped', coalesce(json_agg(id) FILTER (WHERE status = 'shipped'), '[]'),
  'other', coalesce(json_agg(id) FILTER (WHERE status = 'delivered'), '[]')
), 'fresh', true) FROM made;
