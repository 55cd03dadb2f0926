import { mapLists } from '../../interface/declared.js';
import { UsageError } from '../../interface/helpers/usage-error.js';
import { ORDER_STATES } from '../../interface/interface.js';
import { demandRedactableKey } from '../../runner/settings/checked.js';
import type { Settings } from '../../runner/settings/settings.js';
import { type Output, type Places, placesOfInputs, removeOld, takePlaces } from './files.js';
import { ledgerOf } from './ledger-file.js';
import type { ReportRequest } from './reports.js';

/**
 * Makes the ledger of a run, and removes outputs of an earlier one. The settings that it returns lack the orders that a run
 * that was cut off may have cancelled; `notice` names them.
 * @throws UsageError
 */
export async function beginFiles(input: Settings, reports: readonly ReportRequest[], resume: boolean) {
  const outputs = outputsOf(reports, input);
  const { ledger, earlier } = await demandFiles(outputs, await placesOfInputs(input.inputs), resume);
  ledger?.begin(earlier);
  await removeOld(outputs);
  if (earlier === undefined) return { settings: input, ledger };
  const isEarlier = (id: bigint): boolean => earlier.includes(String(id));
  const lists = mapLists((list) => input.orders[list].filter((id) => !isEarlier(id)));
  const settings = { ...input, orders: { ...input.orders, ...lists } };
  const used = ORDER_STATES.flatMap((state) => input.orders[state]).filter(isEarlier);
  const notice =
    used.length > 0
      ? `The target is judged without ${used.join(', ')}, which a run that was cut off may have cancelled.`
      : undefined;
  return { settings, ledger, notice, isResumed: true };
}

/**
 * Checks that a run can write its files. Returns its ledger, and the orders of an earlier run's ledger.
 * @param taken gets the places
 * @throws UsageError
 */
export async function demandFiles(outputs: readonly Output[], taken: Places, resume: boolean) {
  const ledger = ledgerOf(outputs);
  const earlier = await ledger?.earlierOrders();
  if (ledger && earlier && !resume) {
    const what =
      earlier.length === 0 ? 'It had not cancelled a declared order' : `It may have cancelled ${earlier.join(', ')}`;
    throw new UsageError(
      `There is the ledger ${ledger.path} of another run. ${what}. If that run is under way, wait for its end, or write to another path. If it was cut off, add the option --resume of run, which leaves these orders alone; or move the ledger away, and declare others. Nothing was sent.`,
    );
  }
  await takePlaces(ledger ? [...outputs, ledger] : outputs, taken);
  return { ledger, earlier };
}

/**
 * Every file that a run writes, and anything for standard output.
 * @throws UsageError if evidence would show the key
 */
export function outputsOf(
  reports: readonly ReportRequest[],
  { evidence, apiKey }: Pick<Settings, 'evidence' | 'apiKey'>,
): readonly Output[] {
  if (evidence === undefined) return reports;
  demandRedactableKey(apiKey);
  return [...reports, { option: '--evidence', path: evidence }];
}
