import { ORDER_STATES } from '../../suites/interface/interface.js';
import { MAX_ORDERS } from '../input/text-file.js';
import { UsageError } from '../input/usage-error.js';
import {
  type DeclaredOrders,
  declarationOf,
  mapLists,
  NO_ORDERS,
  ORDER_LISTS,
  type OrderCounts,
  type Provision,
  repeatedOrders,
} from './declared.js';
import { callHook, HookFailure, isUrl } from './hook.js';

export interface ProvisionOptions {
  /** The orders of the fixtures file. The provisioned ones are added to them. */
  readonly fixed: DeclaredOrders;
  readonly signal: AbortSignal;
  /** Stops the teardown, too. */
  readonly killed?: AbortSignal | undefined;
  /** The limit for each of the two calls. */
  readonly timeoutMs: number;
  readonly redact: (text: string) => string;
  readonly apiKey?: string | undefined;
}

/**
 * Calls the command or URL of the fixtures, which makes the orders that the run needs. `said` is the end of its error
 * output, redacted. If the run is interrupted meanwhile, the teardown must still be called: nobody knows which orders
 * were made.
 * @throws UsageError if the call fails; nothing was sent to the target then
 */
export async function provision(
  { seed, teardown, directory, passKey }: Provision,
  counts: OrderCounts,
  { fixed, signal, killed, timeoutMs, redact, apiKey }: ProvisionOptions,
) {
  const name = `The provisioning ${hookText(seed)}`;
  const input = JSON.stringify(countsBeside(fixed, counts));
  const key = apiKey === undefined ? undefined : { text: apiKey, isPassed: passKey === true };
  let made = NO_ORDERS;
  let said = Buffer.alloc(0);
  const tell = (bytes: Uint8Array): void => {
    said = Buffer.concat([said, bytes]).subarray(-MAX_SAID);
  };
  /**
   * Must be called once after the run, however it ended. Resolves to a warning, one sentence, if it failed; never
   * rejects.
   * @param withinMs a limit; that of a call applies if it is shorter
   */
  const tearDown = async (withinMs = timeoutMs): Promise<string | undefined> => {
    if (!teardown) return undefined;
    const limits = { timeoutMs: Math.ceil(Math.min(withinMs, timeoutMs)), signal: killed };
    return await callHook(teardown, { input: ordersDocument(made), directory, key, ...limits }).then(
      () => undefined,
      ({ message, output: said }: HookFailure) =>
        complaint(`The teardown ${hookText(teardown)} ${message}.`, said, redact),
    );
  };
  try {
    made = await readOrders(name, await callHook(seed, { input, directory, key, timeoutMs, signal, tell }), redact);
  } catch (failure) {
    if (!(failure instanceof HookFailure)) throw failure;
    const warning = complaint(`${name} ${failure.message}.`, failure.output, redact);
    // The run was interrupted, so only the fixed orders are known.
    if (signal.aborted) return { orders: fixed, teardown: tearDown, warnings: [warning], said: '' };
    throw new UsageError(warning, { cause: failure });
  }
  const orders = together(fixed, made);
  const [repeated] = repeatedOrders(orders);
  if (!repeated) return { orders, teardown: tearDown, warnings: [], said: endOf(said.toString('utf8'), redact) };
  const warning = (await tearDown()) ?? '';
  const problem = `${name} must give other orders than the fixtures declare.\n${repeated.message}\n${warning}`;
  throw new UsageError(redact(problem).trim());
}

const countsBeside = (fixed: DeclaredOrders, counts: OrderCounts): OrderCounts =>
  fixed.otherIsNone ? { ...counts, other: 0 } : counts;

function together(fixed: DeclaredOrders, made: DeclaredOrders): DeclaredOrders {
  const lists = mapLists((list) => [...fixed[list], ...made[list]]);
  const isNone = (fixed.otherIsNone || made.otherIsNone) && lists.other.length === 0;
  const other = isNone ? 'none' : lists.other;
  return {
    ...declarationOf(lists, { other, disposable: fixed.disposable || made.disposable }),
    provisioned: ORDER_STATES.flatMap((state) => made[state]),
    ...freshness(fixed, made),
  };
}

/** The declared orders, and made-up ones in place of those that provisioning would make. */
export function withStandIns(fixed: DeclaredOrders, counts: OrderCounts): DeclaredOrders {
  const wanted = countsBeside(fixed, counts);
  const declared = new Set(ORDER_LISTS.flatMap((list) => fixed[list]));
  const ids = Array.from({ length: MAX_ORDERS }, (_, index) => BigInt(index + 1)).filter((id) => !declared.has(id));
  return together(fixed, { ...NO_ORDERS, ...mapLists((list) => ids.splice(0, wanted[list])) });
}

function freshness(fixed: DeclaredOrders, made: DeclaredOrders): Pick<DeclaredOrders, 'fresh'> {
  const fresh = fixed.fresh ?? made.fresh;
  return fresh === undefined ? {} : { fresh };
}

/** A URL without its query, which may hold a secret. */
export function hookText(hook: string): string {
  if (!isUrl(hook)) return `command \`${hook}\``;
  const { origin, pathname } = new URL(hook);
  return `URL ${origin}${pathname}`;
}

/** A sentence, and the end of the hook's output. */
function complaint(sentence: string, said: string, redact: (text: string) => string): string {
  const end = endOf(said, redact);
  return redact(end === '' ? sentence : `${sentence}\nIt said: ${end}`);
}

/** The end of the output. It is redacted before it is cut, so that no part of a secret remains. */
function endOf(said: string, redact: (text: string) => string): string {
  const text = redact(said).trim();
  return text.length > 2000 ? `…${text.slice(-2000)}` : text;
}

/** How much of a seed's error output is kept. */
const MAX_SAID = 64 * 1024;

async function readOrders(name: string, output: string, redact: (text: string) => string): Promise<DeclaredOrders> {
  const { parseProvisionedOrders } = await import('./fixtures-file.js'); // reads YAML, which few runs need
  try {
    return parseProvisionedOrders('answer', output);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const problem = `${name} must answer with {"orders":{…}}, as in a fixtures file.\n${error.message}`;
    throw new UsageError(complaint(problem, output, redact), { cause: error });
  }
}

/** `{"orders":{…}}`, written as text: ids may exceed the numbers of JavaScript. */
const ordersDocument = (orders: DeclaredOrders): string =>
  `{"orders":{${ORDER_LISTS.map((list) => `"${list}":[${orders[list].join(',')}]`).join(',')}}}`;
