// (a) The time and memory of reading listings of any size: one listing alone, and a whole run.
import { cpu, peak, sideBySide, wall } from '../measure/side-by-side.mjs';
import { floorProgram, succeed, suiteRunner } from '../measure/suite-run.mjs';
import { decimals, target } from '../report/tables.mjs';
import { shapes } from '../server/shapes.mjs';

const MB = 1e6;
const SUITE = 'this suite';
const FLOOR = 'floor: drain + JSON.parse';
const throughput = ({ bytes, wallSeconds }) => bytes / MB / wallSeconds;

/** The suite judges each element and the uniqueness of ids; the floor judges nothing. */
function contestants({ programs, server }, { shape, bytes }) {
  const reader = (id, program) => ({
    id,
    async run() {
      const store = server.newStore({ shape, bytes });
      const measured = await succeed([...program, store.baseUrl, store.apiKey]);
      const { listedOrders, listedBytes } = await server.statistics(store);
      const { count, deviations = 0 } = JSON.parse(measured.stdout);
      if (count !== listedOrders || deviations > 0) {
        throw new Error(`read ${count} of ${listedOrders} orders, ${deviations} deviations`);
      }
      return { ...measured, bytes: listedBytes };
    },
  });
  return [reader(SUITE, programs.readListing), reader(FLOOR, [floorProgram])];
}

/** MB → the least that the processor time of drain + JSON.parse ÷ that of the suite may be. */
const GOALS = new Map([
  [10, 0.85],
  [100, 0.45],
]);

function plan({ quick }) {
  const rounds = quick ? 3 : 5;
  return [
    ...Object.keys(shapes).flatMap((shape) => [...GOALS.keys()].map((size) => ({ shape, bytes: size * MB, rounds }))),
    ...(quick ? [] : [{ shape: 'uniform', bytes: 1000 * MB, rounds: 3 }]),
  ];
}

const nameOf = ({ shape, bytes }) => `${shape}, ${bytes / MB} MB`;

const rowsOf = ({ job, results }) =>
  [...results].map(([id, result]) => [
    `${nameOf(job)}: ${id}`,
    decimals(result.median(throughput), 0),
    decimals(ratioToFloor(result, results), 2),
    decimals(result.median(cpu), 2),
    decimals(result.median(peak), 0),
  ]);

const ratioToFloor = (result, results) => result.ratioTo(results.get(FLOOR), (run) => 1 / cpu(run));

/** A run reads several listings: before and after cancels, and those with query parameters. */
async function wholeRuns({ options, log, ...context }) {
  const suite = await suiteRunner(context);
  const sizes = [10, 100, ...(options.quick ? [] : [1000])];
  const runs = [];
  for (const size of sizes) {
    log(`whole run, ${size} MB`);
    const results = await sideBySide([{ id: size, run: () => suite.run({ bytes: size * MB }) }], {
      rounds: size > 100 ? 1 : 3,
    });
    runs.push(...results);
  }
  await suite.close();
  return runs;
}

const wholeRow = ([size, result]) => [
  `${size} MB`,
  result.rounds[0].listings,
  decimals(result.median(wall), 2),
  decimals(
    result.median(({ listedBytes, wallSeconds }) => listedBytes / MB / wallSeconds),
    0,
  ),
  decimals(result.median(cpu), 2),
  decimals(result.median(peak), 0),
];

const targetsOf = (measured, runs) => [
  ...measured.flatMap(({ job, results }) => {
    const suite = results.get(SUITE);
    const goal = GOALS.get(job.bytes / MB);
    const ratio = { atLeast: goal, measured: ratioToFloor(suite, results) };
    return [
      ...(goal ? [target(`${nameOf(job)}: processor time of drain + JSON.parse ÷ the suite's`, ratio)] : []),
      target(`${nameOf(job)}: peak memory`, { atMost: 160, measured: suite.median(peak), digits: 0, unit: ' MiB' }),
    ];
  }),
  target(`peak memory of a whole run, ${runs[0][0]} MB to ${runs.at(-1)[0]} MB`, {
    atMost: 160,
    measured: Math.max(...runs.map(([, result]) => result.median(peak))),
    digits: 0,
    unit: ' MiB',
  }),
];

export async function listing({ options, log, ...context }) {
  const measured = [];
  for (const job of plan(options)) {
    const onRun = (id, round) => log(`${nameOf(job)}, round ${round + 1}: ${id}`);
    const results = await sideBySide(contestants(context, job), { rounds: job.rounds, onRun });
    measured.push({ job, results });
  }
  const runs = await wholeRuns({ options, log, ...context });
  return {
    title: 'Listings of any size',
    packages: ['undici'],
    targets: targetsOf(measured, runs),
    tables: [
      {
        caption: 'One listing, whole processes from start to exit.',
        columns: ['reader', 'MB/s', 'floor ÷ CPU s', 'CPU s', 'peak MiB'],
        rows: measured.flatMap(rowsOf),
      },
      {
        caption:
          'A whole run, every scenario. It asks for several listings, some at the same time, and reads those with query parameters only as far as it needs to; MB/s count what was sent.',
        columns: ['size of the listing', 'listings', 'wall s', 'MB/s', 'CPU s', 'peak MiB'],
        rows: runs.map(wholeRow),
      },
    ],
  };
}
