// (a) How fast listings of any size are read, and in how much memory; one listing alone, and a whole run.
import { sideBySide } from '../measure/side-by-side.mjs';
import { succeed, suiteRunner } from '../measure/suite-run.mjs';
import { install, readers } from '../peers/index.mjs';
import { decimals, target } from '../report/tables.mjs';
import { shapes } from '../server/shapes.mjs';

const MB = 1e6;
const FLOOR = 'floor: drain + JSON.parse';
const wall = ({ wallSeconds }) => wallSeconds;
const throughput = ({ bytes, wallSeconds }) => bytes / MB / wallSeconds;
const peak = ({ peakMiB }) => peakMiB;

/** The floors do without any judgement; the others judge each element and the uniqueness of ids. */
function contestants({ programs, server }, directory, { shape, bytes }) {
  const reader = (id, args) => ({
    id,
    async run() {
      const store = server.newStore({ shape, bytes });
      const measured = await succeed([args[0], store.baseUrl, store.apiKey, ...args.slice(1)], { cwd: directory });
      const { listedOrders, listedBytes } = await server.statistics(store);
      const { count = listedOrders, deviations } = JSON.parse(measured.stdout);
      if (count !== listedOrders) throw new Error(`read ${count} of ${listedOrders} orders`);
      return { ...measured, bytes: listedBytes, deviations };
    },
  });
  const all = [
    reader('this suite', [programs.readListing]),
    reader('floor: drain', ['drain.mjs']),
    reader(FLOOR, ['parse.mjs']),
    reader('naive', ['naive.mjs']),
    reader('stream-json + ajv', ['stream-json.mjs']),
  ];
  // What the targets compare, where a run of all takes minutes.
  return bytes >= 1000 * MB ? all.filter(({ id }) => id === 'this suite' || id === FLOOR) : all;
}

function plan({ quick, huge }) {
  const rounds = quick ? 3 : 5;
  const sizes = [100, ...(quick ? [] : [1000])];
  return [
    { shape: 'uniform', bytes: 10 * MB, rounds },
    ...Object.keys(shapes).flatMap((shape) =>
      sizes.map((size) => ({ shape, bytes: size * MB, rounds: size > 100 ? 3 : rounds })),
    ),
    ...(huge ? [{ shape: 'uniform', bytes: 5000 * MB, rounds: 3 }] : []),
  ];
}

const rowsOf = ({ shape, bytes }, results) =>
  [...results].map(([id, result]) => [
    `${shape}, ${bytes / MB} MB: ${id}`,
    ...(result.failure
      ? ['–', '–', '–', '–', result.failure]
      : [
          decimals(result.median(throughput), 0),
          decimals(
            result.ratioTo(results.get(FLOOR) ?? result, (run) => 1 / wall(run)),
            2,
          ),
          decimals(
            result.median(({ cpuSeconds }) => cpuSeconds),
            2,
          ),
          decimals(result.median(peak), 0),
          result.rounds[0].deviations ?? 'judges nothing',
        ]),
  ]);

/** Each run takes several listings: before, after, and those with query parameters. */
async function wholeRuns({ options, log, ...context }) {
  const suite = await suiteRunner(context);
  const sizes = [10, 100, ...(options.quick ? [] : [1000]), ...(options.huge ? [5000] : [])];
  const runs = [];
  for (const size of sizes) {
    log(`whole run, ${size} MB`);
    const results = await sideBySide([{ id: 'run', run: () => suite.run({ bytes: size * MB }) }], {
      rounds: size > 100 ? 1 : 3,
    });
    runs.push({ size, result: results.get('run') });
  }
  await suite.close();
  return runs;
}

const wholeRow = ({ size, result }) => [
  `${size} MB`,
  ...(result.failure
    ? [result.failure, '–', '–', '–', '–']
    : [
        result.rounds[0].listings,
        decimals(result.median(wall), 2),
        decimals(
          result.median(({ listedBytes, wallSeconds }) => listedBytes / MB / wallSeconds),
          0,
        ),
        decimals(
          result.median(({ cpuSeconds }) => cpuSeconds),
          2,
        ),
        decimals(result.median(peak), 0),
      ]),
];

function targetsOf(measured, runs) {
  const peaks = runs.map(({ result }) => result.median(peak));
  const judged = measured.filter(({ job }) => job.bytes >= 100 * MB);
  return [
    ...judged.flatMap(({ job, results }) => {
      const name = `${job.shape}, ${job.bytes / MB} MB`;
      const suite = results.get('this suite');
      return [
        target(`${name}: throughput ÷ floor of drain + JSON.parse`, {
          atLeast: 1,
          measured: suite.ratioTo(results.get(FLOOR), (run) => 1 / wall(run)),
        }),
        target(`${name}: peak memory`, { atMost: 160, measured: suite.median(peak), digits: 0, unit: ' MiB' }),
      ];
    }),
    target(`peak memory of a whole run, ${runs[0].size} MB to ${runs.at(-1).size} MB`, {
      atMost: 160,
      measured: peaks.includes(undefined) ? undefined : Math.max(...peaks),
      digits: 0,
      unit: ' MiB',
    }),
  ];
}

export async function listing({ options, log, ...context }) {
  const { directory, failure } = await install(readers);
  if (failure) throw new Error(`The readers to compare with ${failure}`);
  const measured = [];
  for (const job of plan(options)) {
    const onRun = (id, round) => log(`${job.shape}, ${job.bytes / MB} MB, round ${round + 1}: ${id}`);
    const results = await sideBySide(contestants(context, directory, job), { rounds: job.rounds, onRun });
    measured.push({ job, results });
  }
  const runs = await wholeRuns({ options, log, ...context });
  return {
    title: 'Listings of any size',
    peers: [readers],
    targets: targetsOf(measured, runs),
    tables: [
      {
        caption: 'One listing, whole processes from start to exit.',
        columns: ['reader', 'MB/s', '÷ floor', 'CPU s', 'peak MiB', 'deviations'],
        rows: measured.flatMap(({ job, results }) => rowsOf(job, results)),
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
