/** The admin interface, through which tests make orders. It has its own key, and exists only if that key is set. */
import bearerAuth from '@fastify/bearer-auth';
import type { FastifyInstance } from 'fastify';

/** The orders that the suite asks for, such as {"pending":3,"shipped":1,"other":1,"unknown":0}. */
type Wanted = Record<'pending' | 'shipped' | 'other', number>;

export async function adminRoutes(app: FastifyInstance, { adminKey }: { adminKey: string }): Promise<void> {
  await app.register(bearerAuth, { keys: new Set([adminKey]) });

  app.post<{ Body: Wanted }>('/orders', async (request, reply) => {
    const make = async (status: string, count: number, isLarge = (_index: number) => false) => {
      const ids: string[] = [];
      for (let index = 0; index < count; index++) {
        const { rows } = await app.pg.query(
          `INSERT INTO orders (id, pet_id, quantity, ship_date, complete, status)
           VALUES ($1::bigint + nextval('orders_id_seq') * $4, 9007199254740993, 1, '2027-01-31T10:30:00Z', $2, $3)
           RETURNING id::text`,
          [isLarge(index) ? '9007200000000001' : '100', status === 'delivered', status, isLarge(index) ? 2 : 1],
        );
        ids.push(rows[0].id);
      }
      return `[${ids.join(',')}]`;
    };
    const { pending, shipped, other } = request.body;
    // One pending order has an odd id above 2^53: its neighbours share its double.
    const orders = [
      `"pending":${await make('pending', pending, (index) => index === 0)}`,
      `"shipped":${await make('shipped', shipped)}`,
      `"other":${await make('delivered', other)}`,
    ];
    return reply.type('application/json').send(`{"orders":{${orders.join(',')}},"fresh":true}`);
  });
}
