// Runs all scenarios and further ones.
//   run-more-scenarios BASE_URL API_KEY NUMBER_OF_FURTHER_SCENARIOS

import { gather, judge, planRun } from '../../runner/run.js';
import { settingsFromOptions } from '../../runner/settings/options.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import type { Suite } from '../../suites/terms/scenario.js';

const [baseUrl = '', apiKey = '', more = '0'] = process.argv.slice(2);
const orders = { pending: ['9007199254740993', 101, 102, 103], shipped: [201, 202], other: [301] };

/** Copies, with new ids, of scenarios that use up no order. Each sends a request or two. */
function furtherScenarios(count: number): Suite {
  const repeatable = storeOrdersInterface.suites
    .filter(({ id }) => id === 'auth-list' || id === 'cancel-unknown')
    .flatMap(({ scenarios }) => scenarios);
  const scenarios = Array.from({ length: count }, (_, i) => {
    const original = repeatable[i % repeatable.length];
    if (!original) throw new Error('There is no scenario that can run more than once.');
    return { ...original, id: `${original.id}-${i}` };
  });
  return { id: 'further', title: 'Further scenarios', scenarios };
}

Object.assign(storeOrdersInterface, { suites: [...storeOrdersInterface.suites, furtherScenarios(Number(more))] });
const settings = settingsFromOptions({ baseUrl, apiKey, orders, disposable: true });
const run = await planRun(settings);
const report = judge(run, await gather(run));
for (const { id, state } of report.scenarios.filter((scenario) => scenario.state !== 'sent')) {
  console.error(`Error: scenario ${id} was ${state} against a store that conforms.`);
  process.exitCode = 1;
}
