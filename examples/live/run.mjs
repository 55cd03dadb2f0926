import { Example } from '../harness/example.mjs';
import { deviationsOf, judge } from '../harness/judge.mjs';
import { must, start } from '../harness/processes.mjs';

const EXAMPLE = new Example('fastify-postgres');
const LEAST_RUNS = 3;
const ORDERS_OF_A_RUN = 5;

export const missingForLive = () => EXAMPLE.missing();

/** Other people's orders come and go, twenty times a second. */
const CUSTOMERS = `
  WITH placed AS (
    INSERT INTO orders (pet_id, quantity, ship_date, status)
    SELECT 4711, n, now(), CASE n WHEN 1 THEN 'shipped' ELSE 'pending' END FROM generate_series(1, 3) AS n
  )
  DELETE FROM orders WHERE id IN (SELECT id FROM orders WHERE pet_id = 4711 ORDER BY random() LIMIT 3)`;

/**
 * A live store: orders are placed and removed all the time, and another suite runs on other orders at the same time.
 * @returns whether all runs got one verdict: conformant, complete, and nothing broken
 */
export async function runLive({ databases, step, runs }) {
  const count = Math.max(runs, LEAST_RUNS);
  return step('live', async () => {
    const service = await EXAMPLE.start('good', databases);
    const { env } = service.target;
    const customers = start(['psql', env.DATABASE_URL, '-Xq'], { input: `${CUSTOMERS} \\watch 0.05\n` });
    try {
      const flaws = [];
      for (let run = 1; run <= count && flaws.length === 0; run++) {
        const both = await Promise.all([judge(service.target), judge(service.target)]);
        flaws.push(...both.flatMap(flawsInLiveStore).map((flaw) => `Run ${run} of ${count}: ${flaw}`));
      }
      const made = 2 * count * ORDERS_OF_A_RUN;
      const query = ['psql', env.DATABASE_URL, '-XAtqc', 'SELECT last_value FROM orders_id_seq'];
      const others = Number(await must(query, {})) - made;
      if (others < 10 * count) flaws.push(`Others placed only ${others} orders meanwhile.\n${customers.output()}`);
      const summary = `conformant and complete, ${count} times two runs at the same time, with ${others} orders of others`;
      return { flaws, summary };
    } finally {
      await customers.stop();
      await service.stop();
    }
  });
}

/**
 * What a `should` requirement needs may be in the way of others there: an id beside that of a pending order is an order
 * of somebody else, so a fraction of it is not asked for.
 */
function flawsInLiveStore({ code, report }) {
  const broken = Object.entries(deviationsOf(report)).filter(([, verdict]) => verdict !== 'blocked');
  return [
    ...(code === 0 && report.complete ? [] : [`exit code ${code}, complete: ${report.complete}`]),
    ...broken.map(([id, verdict]) => `${id}: ${verdict}`),
  ];
}
