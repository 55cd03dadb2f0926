// (c) The time and memory of more orders and more scenarios.
import { cpu, peak, sideBySide, wall } from '../measure/side-by-side.mjs';
import { succeed, suiteRunner } from '../measure/suite-run.mjs';
import { decimals, target } from '../report/tables.mjs';

const BYTES_AN_ORDER = 115;

const rowsOf = (results, label) =>
  [...results].map(([id, result]) => [
    label(id),
    decimals(result.median(wall), 3),
    decimals(result.median(cpu), 2),
    decimals(result.median(peak), 0),
  ]);

async function byOrders({ options, log, ...context }) {
  const suite = await suiteRunner(context);
  const counts = [0, 1000, 10_000, 100_000, ...(options.quick ? [] : [1_000_000])];
  const contestants = counts.map((count) => ({ id: count, run: () => suite.run({ bytes: count * BYTES_AN_ORDER }) }));
  const results = await sideBySide(contestants, {
    rounds: options.quick ? 3 : 7,
    warmUps: 1,
    onRun: (id, round) => log(`${id} orders, round ${round + 1}`),
  });
  await suite.close();
  return results;
}

function byScenarios({ options, log, server, programs }) {
  const contestants = [0, 50, 200].map((more) => ({
    id: more,
    async run() {
      const store = server.newStore();
      return succeed([...programs.runMoreScenarios, store.baseUrl, store.apiKey, String(more)]);
    },
  }));
  const onRun = (id, round) => log(`${id} more scenarios, round ${round + 1}`);
  return sideBySide(contestants, { rounds: options.quick ? 7 : 21, warmUps: 1, onRun });
}

async function byRepetitions({ options, log, ...context }) {
  const suite = await suiteRunner(context);
  const contestants = [50, 200].map((times) => ({
    id: times,
    run: () => suite.run({}, { flags: ['--repeat', String(times)] }),
  }));
  const onRun = (id, round) => log(`${id} repetitions, round ${round + 1}`);
  const results = await sideBySide(contestants, { rounds: options.quick ? 1 : 3, warmUps: 0, onRun });
  await suite.close();
  return results;
}

export async function growth(context) {
  const orders = await byOrders(context);
  const repetitions = await byRepetitions(context);
  const scenarios = await byScenarios(context);
  const [none, many] = [scenarios.get(0), scenarios.get(200)];
  return {
    title: 'Growth',
    targets: [
      target('one more scenario', {
        atMost: 0.8,
        measured: many.compared(none, (with200, without) => (wall(with200) - wall(without)) * 1000) / 200,
        unit: ' ms',
      }),
      target('200 repetitions of each request ÷ 50', {
        atMost: 4.5,
        measured: repetitions.get(200).ratioTo(repetitions.get(50), wall),
      }),
      target('memory of 200 repetitions', {
        atMost: 280,
        measured: repetitions.get(200).median(peak),
        digits: 0,
        unit: ' MiB',
      }),
    ],
    tables: [
      {
        caption: 'A whole run, by the number of orders in the store:',
        columns: ['orders', 'wall s', 'CPU s', 'peak MiB'],
        rows: rowsOf(orders, (count) => count.toLocaleString('en')),
      },
      {
        caption: 'A whole run, by the number of scenarios; each further one sends one or two requests:',
        columns: ['scenarios', 'wall s', 'CPU s', 'peak MiB'],
        rows: rowsOf(scenarios, (more) => (more === 0 ? 'those of the suite' : `${more} more`)),
      },
      {
        caption: 'A whole run with `--repeat`:',
        columns: ['repetitions', 'wall s', 'CPU s', 'peak MiB'],
        rows: rowsOf(repetitions, String),
      },
    ],
  };
}
