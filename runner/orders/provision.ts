import { UsageError } from '../input/usage-error.js';
import type { DeclaredOrders, Hook, OrderCounts, Provision } from '../settings/settings.js';
import { ORDER_LISTS } from '../settings/settings.js';
import { callHook, HookFailure } from './hook.js';
import { mapLists, repeatedOrders } from './order-ids.js';

export interface ProvisionOptions {
  /** The ids that the fixtures fix; the provisioned ones are added to them. */
  readonly fixed: DeclaredOrders;
  readonly signal: AbortSignal;
  /** For each of the two calls. */
  readonly timeoutMs: number;
  readonly redact: (text: string) => string;
}

export interface Provisioned {
  /** Fixed and provisioned orders together. */
  readonly orders: DeclaredOrders;
  /**
   * To be called once after the run, however it ended. Resolves to a warning, a sentence, where it failed; never
   * rejects.
   */
  teardown(): Promise<string | undefined>;
}

/**
 * Has the orders made that the run wants.
 * @throws UsageError where that fails; nothing was sent to the target then.
 */
export async function provision(
  { seed, teardown, directory }: Provision,
  counts: OrderCounts,
  { fixed, signal, timeoutMs, redact }: ProvisionOptions,
): Promise<Provisioned> {
  const name = `The provisioning ${nameOf(seed)}`;
  const input = JSON.stringify(Object.fromEntries(ORDER_LISTS.map((list) => [list, counts[list]])));
  const output = await callHook(seed, { input, directory, timeoutMs, signal }).catch((error: unknown) => {
    throw new UsageError(sentence(name, error, redact), { cause: error });
  });
  const made = await readOrders(name, output, redact);
  const tearDown = async (): Promise<string | undefined> => {
    if (!teardown) return undefined;
    try {
      await callHook(teardown, { input: ordersDocument(made), directory, timeoutMs });
      return undefined;
    } catch (error) {
      return sentence(`The teardown ${nameOf(teardown)}`, error, redact);
    }
  };
  const orders = mapLists((list) => [...fixed[list], ...made[list]]);
  const clashes = clashesOf(fixed, made);
  if (clashes.length === 0) return { orders, teardown: tearDown };
  const warning = await tearDown();
  throw new UsageError(
    [...clashes.map((clash) => `${name} ${clash}`), ...(warning ? [warning] : [])].map(redact).join('\n'),
  );
}

/** A URL without its query, which may hold a secret. */
function nameOf(hook: Hook): string {
  if (hook.kind === 'command') return `command \`${hook.command}\``;
  const { origin, pathname } = new URL(hook.url);
  return `URL ${origin}${pathname}`;
}

function sentence(subject: string, error: unknown, redact: (text: string) => string): string {
  // A command with a NUL in it, say, is refused by Node before there is a process.
  const failure = error instanceof HookFailure ? error : new HookFailure(`could not be called: ${error}`);
  const output = excerpt(failure.output, redact);
  return redact(`${subject} ${failure.message}.${output === '' ? '' : `\nIt said: ${output}`}`);
}

/** The end of an output, redacted before it is cut. */
function excerpt(output: string, redact: (text: string) => string): string {
  const text = redact(output).trim();
  return text.length > 2000 ? `…${text.slice(-2000)}` : text;
}

async function readOrders(name: string, output: string, redact: (text: string) => string): Promise<DeclaredOrders> {
  try {
    JSON.parse(output); // what is read below is YAML, of which JSON is a part
  } catch (error) {
    const said = output.trim() === '' ? 'nothing' : `what is no JSON: ${excerpt(output, redact)}`;
    throw new UsageError(redact(`${name} answered with ${said}.\nExpected {"orders":{…}} as in a fixtures file.`), {
      cause: error,
    });
  }
  const { parseProvisionedOrders } = await import('./fixtures-file.js'); // reads YAML, which few runs need
  try {
    return parseProvisionedOrders('answer', output);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(redact(`${name} answered with orders that cannot be used.\n${error.message}`), {
      cause: error,
    });
  }
}

/** Orders that are fixed and provisioned at once. */
function clashesOf(fixed: DeclaredOrders, made: DeclaredOrders): readonly string[] {
  const both = mapLists((list) => [...fixed[list], ...made[list]]);
  return repeatedOrders(both).map(({ id, first, again }) => {
    const [old, fresh] = first.index < fixed[first.list].length ? [first, again] : [again, first];
    return `gave order ${id} as ${fresh.list}, but the fixtures declare it already, as ${old.list}; it must give other orders.`;
  });
}

/** `{"orders":{…}}`, with ids that no JSON number of JavaScript could hold. */
const ordersDocument = (orders: DeclaredOrders): string =>
  `{"orders":{${ORDER_LISTS.map((list) => `"${list}":[${orders[list].join(',')}]`).join(',')}}}`;
