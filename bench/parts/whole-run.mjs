// (b) A whole run on a small store, cold, against what people use instead, which does ten checks.
import { sideBySide } from '../measure/side-by-side.mjs';
import { succeed, suiteRunner } from '../measure/suite-run.mjs';
import { checkers, install } from '../peers/index.mjs';
import { decimals, target } from '../report/tables.mjs';

const LATENCY_MS = 100;
/**
 * Responses that a run has to wait for one after the other: the listing before, the cancel that proves that refused
 * ones changed nothing, the next cancel (cancels of pending orders take effect in turn), the listing after, the second cancel.
 */
const CRITICAL_PATH = 5;
/** That of the ten checks: listing, cancel, second cancel beside the listing after. */
const CRITICAL_PATH_OF_TEN = 3;

const SUITE = 'this suite, every scenario';
const FLOOR = 'floor: node -e 0';
const wall = ({ wallSeconds }) => wallSeconds;

const late = (id) => `${id}, late`;

async function runChecker(peer, { directory, failure }, { server }, latencyMs) {
  if (failure) throw new Error(failure);
  const store = server.newStore({ latencyMs });
  const env = { STORE_URL: store.baseUrl, API_KEY: store.apiKey, ...peer.env };
  const measured = await succeed(peer.arguments(store), { cwd: directory, env });
  const statistics = await server.statistics(store);
  if (statistics.requests < 10) throw new Error(`sent ${statistics.requests} requests where ten checks need ten`);
  return { ...measured, ...statistics };
}

/** With and without latency side by side, so that the difference is that of one moment. */
function measure(installed, suite, { options, log, ...context }) {
  const tools = [
    { id: SUITE, run: (latencyMs) => suite.run({ latencyMs }) },
    ...installed.map(({ peer, place }) => ({
      id: peer.title,
      run: (latencyMs) => runChecker(peer, place, context, latencyMs),
    })),
  ];
  const contestants = [
    ...tools.map(({ id, run }) => ({ id, run: () => run(0) })),
    { id: FLOOR, run: () => succeed(['-e', '0']) },
    ...tools.map(({ id, run }) => ({ id: late(id), run: () => run(LATENCY_MS) })),
  ];
  const rounds = options.quick ? 5 : 15;
  return sideBySide(contestants, { rounds, warmUps: 1, onRun: (id, round) => log(`round ${round + 1}: ${id}`) });
}

const pathOf = (id) => (id === SUITE ? CRITICAL_PATH : CRITICAL_PATH_OF_TEN) * LATENCY_MS;

const addedMs = (results, id) =>
  results.get(late(id)).compared(results.get(id), (slow, prompt) => (wall(slow) - wall(prompt)) * 1000);

function rowOf(results, id) {
  const result = results.get(id);
  if (result.failure) return [id, result.failure, '–', '–', '–', '–', '–', '–'];
  return [
    id,
    decimals(result.median(wall), 3),
    decimals(results.get(SUITE).ratioTo(result, wall), 2),
    decimals(
      result.median(({ cpuSeconds }) => cpuSeconds),
      2,
    ),
    decimals(
      result.median(({ peakMiB }) => peakMiB),
      0,
    ),
    ...(id === FLOOR
      ? ['–', '–', '–']
      : [
          result.rounds[0].requests,
          results.get(late(id)).rounds[0]?.mostInFlight ?? '–',
          `${decimals(addedMs(results, id), 0)} / ${pathOf(id)}`,
        ]),
  ];
}

function targetsOf(results) {
  const suite = results.get(SUITE);
  const against = (id, atMost) => {
    const { title } = checkers.find((peer) => peer.id === id);
    return target(`wall ÷ ${title}`, { atMost, measured: suite.ratioTo(results.get(title), wall) });
  };
  return [
    against('script', 1),
    against('redocly', 0.65),
    against('newman', 0.35),
    target('peak memory of a small run', {
      atMost: 100,
      measured: suite.median(({ peakMiB }) => peakMiB),
      digits: 0,
      unit: ' MiB',
    }),
    target(`time added by ${LATENCY_MS} ms latency ÷ critical path of ${CRITICAL_PATH} responses`, {
      atMost: 1.15,
      measured: addedMs(results, SUITE) / pathOf(SUITE),
    }),
  ];
}

export async function wholeRun(context) {
  const installed = [];
  for (const peer of checkers) installed.push({ peer, place: await install(peer) });
  const suite = await suiteRunner(context);
  const results = await measure(installed, suite, context);
  await suite.close();
  const tools = [SUITE, ...checkers.map(({ title }) => title), FLOOR];
  return {
    title: 'A whole run on a small store',
    peers: checkers,
    targets: targetsOf(results),
    tables: [
      {
        caption:
          'Cold, whole processes. The others do ten checks; this suite sends what all its scenarios need. ' +
          `*Added* is what ${LATENCY_MS} ms of latency before each response add to the time, and the critical path of that tool’s checks. ` +
          'Peak memory is that of the largest process; what a tool’s killed helper processes used is not counted.',
        columns: ['tool', 'wall s', 'suite ÷ it', 'CPU s', 'peak MiB', 'requests', 'in flight', 'ms added / path'],
        rows: tools.map((id) => rowOf(results, id)),
      },
    ],
  };
}
