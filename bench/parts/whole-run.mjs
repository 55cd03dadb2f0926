// (b) A whole run on a small store, cold, against a handwritten script that does ten checks.
import { cpu, peak, sideBySide, wall } from '../measure/side-by-side.mjs';
import { scriptProgram, succeed, suiteRunner } from '../measure/suite-run.mjs';
import { decimals, target } from '../report/tables.mjs';

const LATENCY_MS = 100;
const SUITE = 'this suite, every scenario';
const SCRIPT = 'handwritten undici + ajv, concurrent';
const FLOOR = 'floor: node -e 0';

/**
 * Responses that have to be waited for one after the other. The suite: the listing before, the cancel that proves that
 * refused ones changed nothing, the next cancel (cancels of pending orders take effect in turn), the listing after, the
 * second cancel. The ten checks: listing, cancel, second cancel beside the listing after.
 */
const CRITICAL_PATH = { [SUITE]: 5, [SCRIPT]: 3 };

const late = (id) => `${id}, late`;

async function runScript({ server }, latencyMs) {
  const store = server.newStore({ latencyMs });
  const env = { STORE_URL: store.baseUrl, API_KEY: store.apiKey };
  return { ...(await succeed([scriptProgram], { env })), ...(await server.statistics(store)) };
}

/** With and without latency side by side, so that the difference is that of one moment. */
function measure(suite, { options, log, ...context }) {
  const tools = [
    { id: SUITE, run: (latencyMs) => suite.run({ latencyMs }) },
    { id: SCRIPT, run: (latencyMs) => runScript(context, latencyMs) },
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

function rowOf(results, id) {
  const result = results.get(id);
  const about = [
    id,
    decimals(result.median(wall), 3),
    decimals(results.get(SUITE).ratioTo(result, wall), 2),
    decimals(result.median(cpu), 2),
    decimals(result.median(peak), 0),
  ];
  if (id === FLOOR) return [...about, '–', '–', '–'];
  const added = `${decimals(addedMs(results, id), 0)} / ${CRITICAL_PATH[id] * LATENCY_MS}`;
  return [...about, result.rounds[0].requests, results.get(late(id)).rounds[0].mostInFlight, added];
}

function targetsOf(results) {
  const suite = results.get(SUITE);
  return [
    target(`wall ÷ ${SCRIPT}`, { atMost: 1, measured: suite.ratioTo(results.get(SCRIPT), wall) }),
    target('peak memory of a small run', { atMost: 100, measured: suite.median(peak), digits: 0, unit: ' MiB' }),
    target(`time added by ${LATENCY_MS} ms latency ÷ critical path of ${CRITICAL_PATH[SUITE]} responses`, {
      atMost: 1.15,
      measured: addedMs(results, SUITE) / (CRITICAL_PATH[SUITE] * LATENCY_MS),
    }),
  ];
}

export async function wholeRun(context) {
  const suite = await suiteRunner(context);
  const results = await measure(suite, context);
  await suite.close();
  return {
    title: 'A whole run on a small store',
    packages: ['undici', 'ajv', 'ajv-formats'],
    targets: targetsOf(results),
    tables: [
      {
        caption:
          'Cold, whole processes. The script does ten checks; this suite sends what all its scenarios need. ' +
          `*Added* is what ${LATENCY_MS} ms of latency before each response add to the time, and the critical path of that program.`,
        columns: ['program', 'wall s', 'suite ÷ it', 'CPU s', 'peak MiB', 'requests', 'in flight', 'ms added / path'],
        rows: [SUITE, SCRIPT, FLOOR].map((id) => rowOf(results, id)),
      },
    ],
  };
}
