// (b) A whole run on a small store, from a cold start. It is compared with a handwritten script of ten checks, and with programs
// that send the same requests and judge nothing.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpu, peak, sideBySide, wall } from '../measure/side-by-side.mjs';
import { bareProgram, scriptProgram, succeed, suiteRunner } from '../measure/suite-run.mjs';
import { decimals, target } from '../report/tables.mjs';

const LATENCY_MS = 100;
const SUITE = 'this suite, every scenario';
const SCRIPT = 'handwritten undici + ajv, concurrent';
const BARE = 'bare node:http, the same requests';
const UNDICI = 'undici alone, the same requests';
const FLOOR = 'floor: node -e 0';

/** The default concurrency of a run. */
const AT_ONCE = 24;

/** The script's longest chain: the listing, a cancel, then the second cancel together with another listing. */
const SCRIPT_CHAIN = 3;

const late = (id) => `${id}, late`;

/** Program → the least number of responses that it must await one after another. `file` gets the requests of a run. */
async function chainsOf({ server, programs }, directory) {
  const file = join(directory, 'sent.json');
  const store = server.newStore();
  await succeed([...programs.whatIsSent, store.baseUrl, store.apiKey, file]);
  const { requests, longestChain } = JSON.parse(await readFile(file, 'utf8'));
  const turns = Math.ceil(requests.length / AT_ONCE);
  return { file, [SUITE]: longestChain, [SCRIPT]: SCRIPT_CHAIN, [BARE]: turns, [UNDICI]: turns };
}

/** Runs each program with and without latency in the same round, since the difference matters. */
function measure(suite, sent, { options, log, programs, server }) {
  const runPeer =
    (program, ...args) =>
    async (latencyMs) => {
      const store = server.newStore({ latencyMs });
      const measured = await succeed([...program, store.baseUrl, store.apiKey, ...args]);
      return { ...measured, ...(await server.statistics(store)) };
    };
  const tools = [
    { id: SUITE, run: (latencyMs) => suite.run({ latencyMs }) },
    { id: SCRIPT, run: runPeer([scriptProgram]) },
    { id: BARE, run: runPeer([bareProgram], sent, String(AT_ONCE)) },
    { id: UNDICI, run: runPeer(programs.undici, sent, String(AT_ONCE)) },
  ];
  const contestants = [
    ...tools.map(({ id, run }) => ({ id, run: () => run(0) })),
    { id: FLOOR, run: () => succeed(['-e', '0']) },
    ...tools.map(({ id, run }) => ({ id: late(id), run: () => run(LATENCY_MS) })),
  ];
  const rounds = options.quick ? 5 : 15;
  return sideBySide(contestants, { rounds, warmUps: 1, onRun: (id, round) => log(`round ${round + 1}: ${id}`) });
}

const addedMs = (results, id) =>
  results.get(late(id)).compared(results.get(id), (slow, prompt) => (wall(slow) - wall(prompt)) * 1000);

function rowOf(results, chains, id) {
  const result = results.get(id);
  const about = [
    id,
    decimals(result.median(wall), 3),
    decimals(results.get(SUITE).ratioTo(result, wall), 2),
    decimals(result.median(cpu), 2),
    decimals(result.median(peak), 0),
  ];
  if (id === FLOOR) return [...about, '–', '–', '–'];
  const added = `${decimals(addedMs(results, id), 0)} / ${chains[id] * LATENCY_MS}`;
  return [...about, result.rounds[0].requests, results.get(late(id)).rounds[0].mostInFlight, added];
}

function targetsOf(results) {
  const suite = results.get(SUITE);
  return [
    target(`wall ÷ ${SCRIPT}`, { atMost: 1.5, measured: suite.ratioTo(results.get(SCRIPT), wall) }),
    target(`processor time ÷ ${SCRIPT}`, { atMost: 1.2, measured: suite.ratioTo(results.get(SCRIPT), cpu) }),
    target('peak memory of a small run', { atMost: 66, measured: suite.median(peak), digits: 0, unit: ' MiB' }),
    target(`time added by ${LATENCY_MS} ms of latency`, {
      atMost: 1800,
      measured: addedMs(results, SUITE),
      digits: 0,
      unit: ' ms',
    }),
  ];
}

export async function wholeRun(context) {
  const directory = await mkdtemp(join(tmpdir(), 'store-orders-bench-'));
  const chains = await chainsOf(context, directory);
  const suite = await suiteRunner(context);
  const results = await measure(suite, chains.file, context);
  await suite.close();
  await rm(directory, { recursive: true });
  return {
    title: 'A whole run on a small store',
    packages: ['undici', 'ajv', 'ajv-formats'],
    targets: targetsOf(results),
    tables: [
      {
        caption:
          'Cold, whole processes. The script does ten checks; this suite sends what all its scenarios need; the bare ' +
          'programs send the same, each request as soon as there is room, and judge nothing. ' +
          `*Added* is what ${LATENCY_MS} ms of latency before each response add to the time, and what they add at least, ` +
          'since responses have to be waited for.',
        columns: ['program', 'wall s', 'suite ÷ it', 'CPU s', 'peak MiB', 'requests', 'in flight', 'ms added / path'],
        rows: [SUITE, SCRIPT, BARE, UNDICI, FLOOR].map((id) => rowOf(results, chains, id)),
      },
    ],
  };
}
