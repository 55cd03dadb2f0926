import fixturesSchema from '../../schemas/fixtures.schema.json' with { type: 'json' };
import { found, mismatch, nameOf, schemaProblems } from '../input/schema-problems.js';
import type { Problem } from '../input/yaml-document.js';
import { YamlDocument } from '../input/yaml-document.js';
import { validateFixtures } from '../listing/schema/validators.js';
import type { DeclaredOrders, OrderList, Provision } from '../settings/settings.js';
import { ORDER_LISTS } from '../settings/settings.js';
import { hookOf, hookUrlProblem } from './hook.js';
import type { Declaration } from './order-ids.js';
import { mapLists, ORDER_ID, parseOrderId, repeatedOrders } from './order-ids.js';

export interface Fixtures {
  readonly orders: DeclaredOrders;
  readonly provision?: Provision;
}

type Lists<T> = Readonly<Record<OrderList, readonly T[]>>;

/** The document as the schema allows it, but for the ids, which doubles cannot hold. */
interface FixturesDocument {
  readonly orders?: Partial<Lists<unknown>>;
  readonly provision?: { readonly command?: string; readonly url?: string; readonly teardown?: string };
}

/**
 * Reads a fixtures file.
 * @param label its path for messages.
 * @param directory in which its commands run, absolute.
 * @throws UsageError with every mistake in it.
 */
export function parseFixtures(label: string, text: string, directory: string): Fixtures {
  const document = new YamlDocument(label, text);
  const { orders, problems } = judge(document);
  document.failOn([...problems, ...provisionProblems(document)]);
  const { provision } = document.value as FixturesDocument;
  const seed = provision?.url ?? provision?.command;
  if (provision === undefined || seed === undefined) return { orders };
  const teardown = provision.teardown === undefined ? {} : { teardown: hookOf(provision.teardown) };
  const kind = provision.url === undefined ? 'command' : 'url';
  return {
    orders,
    provision: { seed: kind === 'url' ? { kind, url: seed } : { kind, command: seed }, ...teardown, directory },
  };
}

/**
 * Reads what provisioning gave: `{"orders":{…}}`.
 * @throws UsageError with every mistake in it.
 */
export function parseProvisionedOrders(label: string, text: string): DeclaredOrders {
  // A tab is no part of a JSON string, so that outside of strings it is as good as a space, which YAML wants for indentation.
  const document = new YamlDocument(label, text.replaceAll('\t', ' '));
  const { orders, problems } = judge(document);
  const { orders: given, provision } = (document.value ?? {}) as FixturesDocument;
  const surplus = provision === undefined ? [] : ['The member "provision" has no place here; expected "orders" alone.'];
  const missing = given === undefined && problems.length === 0 ? ['The member "orders" is missing.'] : [];
  document.failOn([...problems, ...[...surplus, ...missing].map((message) => ({ offset: 0, message }))]);
  return orders;
}

/** All lists of ids, read exactly, and all mistakes in the document. */
function judge(document: YamlDocument): { orders: DeclaredOrders; problems: readonly Problem[] } {
  const given = givenLists(document.value);
  const ids = mapLists((list) =>
    given[list].map((_, index) => parseOrderId(document.numeral(['orders', list, index]) ?? '')),
  );
  const problems = [
    ...schemaProblems(document, fixturesSchema, validateFixtures(judgeable(document.value, given))),
    ...ORDER_LISTS.flatMap((list) => idProblems(document, list, ids[list])),
    ...repetitionProblems(document, ids),
  ];
  return { orders: mapLists((list) => ids[list].filter((id) => id !== undefined)), problems };
}

/** The lists of ids that are there and are lists. */
function givenLists(value: unknown): Lists<unknown> {
  const orders = (value as { orders?: Partial<Record<OrderList, unknown>> | null } | null)?.orders;
  return mapLists((list) => {
    const ids = orders?.[list];
    return Array.isArray(ids) ? ids : [];
  });
}

/** A copy that a validator can judge: each id, which is judged here, is replaced by a small integer of its own. */
function judgeable(value: unknown, given: Lists<unknown>): unknown {
  const lists = ORDER_LISTS.filter((list) => given[list].length > 0);
  if (lists.length === 0) return value;
  const { orders, ...others } = value as FixturesDocument;
  const small = lists.map((list) => [list, given[list].map((_, index) => index)]);
  return { ...others, orders: { ...orders, ...Object.fromEntries(small) } };
}

const idProblems = (document: YamlDocument, list: OrderList, ids: readonly (bigint | undefined)[]): Problem[] =>
  ids.flatMap((id, index) => {
    if (id !== undefined) return [];
    const path = ['orders', list, index];
    return [{ offset: document.offset(path), message: mismatch(path, ORDER_ID, found(document, path)) }];
  });

/** Reported at whichever of the two stands later in the text. */
function repetitionProblems(document: YamlDocument, ids: Lists<bigint | undefined>): Problem[] {
  const locate = ({ list, index }: Declaration) => {
    const path = ['orders', list, index];
    return { list, path, offset: document.offset(path) };
  };
  return repeatedOrders(ids).map(({ id, first, again }) => {
    const [a, b] = [locate(first), locate(again)];
    const [earlier, later] = a.offset < b.offset ? [a, b] : [b, a];
    const before = `as ${earlier.list} at ${document.place(earlier.offset)}`;
    const message = `${nameOf(later.path)}: order ${id} is declared already, ${before}; declare each order once.`;
    return { offset: later.offset, message };
  });
}

function provisionProblems(document: YamlDocument): Problem[] {
  const provision = (document.value as { provision?: Readonly<Record<string, unknown>> } | null)?.provision;
  return ['url', 'teardown'].flatMap((member) => {
    const text = provision?.[member];
    const problem = typeof text === 'string' ? hookUrlProblem(text) : undefined;
    const path = ['provision', member];
    return problem === undefined ? [] : [{ offset: document.offset(path), message: `${nameOf(path)}: ${problem}.` }];
  });
}
