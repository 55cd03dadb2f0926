import { int64From } from '../helpers/helpers.js';
import { found, memberText, mismatch, schemaProblems } from '../input/schema-problems.js';
import { MAX_ORDERS } from '../input/text-file.js';
import { type Path, type Problem, YamlDocument } from '../input/yaml-document.js';
import {
  type DeclaredOrders,
  declarationOf,
  mapLists,
  ORDER_ID,
  ORDER_LISTS,
  type Provision,
  repeatedOrders,
} from './declared.js';
import { hookProblem } from './hook.js';
import { validateFixtures } from './validators.generated.js';

export interface Fixtures {
  readonly orders: DeclaredOrders;
  readonly provision?: Provision;
}

/**
 * Reads a fixtures file.
 * @param directory where its commands run, absolute
 * @throws UsageError
 */
export function parseFixtures(label: string, text: string, directory: string): Fixtures {
  const document = new YamlDocument(label, text);
  const orders = readOrders(document);
  if (document.get(['fresh']) !== undefined) {
    document.failOn([{ offset: document.offset(['fresh']), message: NOT_FRESH }]);
  }
  const provision = document.get(['provision']) as Written | undefined;
  if (!provision) return { orders };
  const { command, url = '', teardown, passKey } = provision;
  const problems = Object.entries({ command, url, teardown }).flatMap(([member, hook = '']) => {
    const path = ['provision', member];
    const problem = hookProblem(hook);
    return problem ? { offset: document.offset(path), message: `${memberText(path)}: ${problem}` } : [];
  });
  document.failOn(problems);
  return { orders, provision: { seed: command ?? url, teardown, directory, passKey } };
}

const NOT_FRESH =
  'fresh: a fixtures file is used again and again, so it cannot say that its orders are fresh. Say it for one run, with --fresh or STORE_ORDERS_FRESH=1, or let the seed print it beside the orders that it made.';

/** The member `provision` as the schema allows it: exactly one of `command` and `url`. */
interface Written extends Pick<Provision, 'teardown' | 'passKey'> {
  readonly command?: string;
  readonly url?: string;
}

/**
 * Reads the output of a provisioning hook: `{"orders":{…}}`, with `"disposable": true` and `"fresh": true` if they
 * apply.
 * @throws UsageError
 */
export function parseProvisionedOrders(label: string, text: string): DeclaredOrders {
  // No JSON string holds a tab. Elsewhere a tab equals a space, and YAML accepts only spaces for indentation.
  const document = new YamlDocument(label, text.replaceAll('\t', ' '));
  const orders = readOrders(document);
  if (document.get(['provision']) !== undefined) {
    document.failOn([
      { offset: 0, message: 'Expected the members "orders", "disposable" and "fresh", found "provision".' },
    ]);
  }
  return document.get(['fresh']) === true ? { ...orders, fresh: 'provisioned' } : orders;
}

/**
 * Reads the declared orders, with exact ids.
 * @throws UsageError with every mistake that the schema and the ids show
 */
function readOrders(document: YamlDocument): DeclaredOrders {
  const amount = ORDER_LISTS.flatMap((list) => document.get(['orders', list]) ?? []).length;
  if (amount > MAX_ORDERS) {
    const message = `orders: expected at most ${MAX_ORDERS} order ids, found ${amount}. A full run needs about 20.`;
    document.failOn([{ offset: document.offset(['orders']), message }]);
  }
  const ids = mapLists((list) => {
    const written = document.get(['orders', list]);
    const at = (index: number) => document.numeral(['orders', list, index]) ?? '';
    return Array.isArray(written) ? written.map((_, index) => int64From(at(index))) : [];
  });
  const problemAt = (path: Path, message: string): Problem => ({ offset: document.offset(path), message });
  const misspelt = ORDER_LISTS.flatMap((list) => {
    const paths = ids[list].flatMap((id, index) => (id === undefined ? [['orders', list, index]] : []));
    return paths.map((path) => problemAt(path, mismatch(path, ORDER_ID, found(document, path, 'integer'))));
  });
  const repeated = repeatedOrders(ids).map(({ list, index, message }) => problemAt(['orders', list, index], message));
  document.failOn([...schemaProblems(document, validateFixtures), ...misspelt, ...repeated]);
  const lists = mapLists((list) => ids[list].filter((id) => id !== undefined));
  return declarationOf(lists, { other: document.get(['orders', 'other']), disposable: document.get(['disposable']) });
}
