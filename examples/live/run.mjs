import { Example } from '../harness/example.mjs';
import { deviationsOf, judge } from '../harness/judge.mjs';
import { must, start } from '../harness/processes.mjs';

const EXAMPLE = new Example('fastify-postgres');
const LEAST_RUNS = 3;
const ORDERS_OF_A_RUN = 5;

export const missingForLive = () => EXAMPLE.missing();

/** Other customers place three orders and remove three, again and again. */
const CUSTOMERS = `
  WITH placed AS (
    INSERT INTO orders (pet_id, quantity, ship_date, status)
    SELECT 4711, n, now(), CASE n WHEN 1 THEN 'shipped' ELSE 'pending' END FROM generate_series(1, 3) AS n
  )
  DELETE FROM orders WHERE id IN (SELECT id FROM orders WHERE pet_id = 4711 ORDER BY random() LIMIT 3)`;

/**
 * Judges a live store: customers place and remove orders, and another run uses other orders at the same time.
 * @returns whether every run is conformant and complete, and no requirement is broken
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
      if (others < 10 * count) flaws.push(`Customers placed only ${others} orders meanwhile.\n${customers.output()}`);
      const summary = `conformant and complete: ${count} times two runs at the same time, while customers placed ${others} orders`;
      return { flaws, summary };
    } finally {
      await customers.stop();
      await service.stop();
    }
  });
}

/**
 * A `should` requirement may be blocked in a live store: the suite must not send `DELETE …/101.5` if order 102 belongs to a
 * customer.
 */
function flawsInLiveStore({ code, report }) {
  const broken = Object.entries(deviationsOf(report)).filter(([, verdict]) => verdict !== 'blocked');
  return [
    ...(code === 0 && report.complete ? [] : [`exit code ${code}, complete: ${report.complete}`]),
    ...broken.map(([id, verdict]) => `${id}: ${verdict}`),
  ];
}
