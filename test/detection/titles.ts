import { allRequestsOf } from '../../evidence/plan.js';
import { idText, type Request } from '../../evidence/request.js';
import type { Report } from '../../index.js';
import { isWithoutKey, SITUATIONS, type SituationId, situationOf } from '../../suites/terms/situation.js';
import { type Changed, gatherInMemory } from './in-memory.js';

type Named = SituationId | 'without-key';

/** A title has one of these words if all that its cause quotes is in this situation. */
const WORDS: Readonly<Record<Named, RegExp>> = {
  listing: /listing|listed|\borders?\b|\bGET\b|listOrders|base address|`(id|petId|quantity|complete|shipDate)`/i,
  pending: /pending|simultaneous|\b204\b/,
  raced: /simultaneous/,
  loser: /simultaneous/,
  shipped: /shipped|\b409\b/,
  // The bytes after a 204 are read with the next response on its connection.
  unknown: /unknown|no order has|\b404\b|after a 204/,
  neighbour: /unknown|no order has|\b404\b|the id of another/,
  cancelled: /second/,
  other: /another state|neither pending nor shipped/,
  'not-int64': /not an int64/,
  'without-key': /\bkey\b|credentials|Authorization|\b401\b/,
};

/** The requests of a run, by their ids, for each set of orders. */
const planned = new Map<unknown, Promise<ReadonlyMap<string, Request>>>();

async function requestsFor({ orders, unknown }: Changed): Promise<ReadonlyMap<string, Request>> {
  const { evidence } = await gatherInMemory({ orders, unknown });
  return new Map(allRequestsOf(evidence.plan).map((request) => [idText(request.id), request]));
}

const namedOf = (request: Request): Named => (isWithoutKey(request) ? 'without-key' : situationOf({ request }).id);

/** The situation that begins a title: "A cancel of a shipped order". */
const subjectOf = (headline: string): SituationId | undefined =>
  (Object.keys(SITUATIONS) as SituationId[]).find((id) => headline.startsWith(`${SITUATIONS[id].what} `));

/** Titles of causes that do not name the situation in which all their findings are, or that name another one. */
export async function misnamed(server: Changed, { causes, findings }: Report): Promise<readonly string[]> {
  const requests = await (planned.get(server.orders) ?? requestsFor(server));
  planned.set(server.orders, Promise.resolve(requests));
  const foundIn = (exchange: string): Named => {
    const request = requests.get(exchange);
    if (!request) throw new Error(`The plan has no request ${exchange}.`);
    return namedOf(request);
  };
  return causes.flatMap(({ id, headline }) => {
    const quoted = findings.flatMap(({ cause, exchange }) => (cause === id && exchange ? exchange : []));
    const [named, ...others] = new Set(quoted.map(foundIn));
    if (named === undefined || others.length > 0) return [];
    return isOfAnother(headline, named) || !WORDS[named].test(headline) ? [`${id} (${named}): ${headline}`] : [];
  });
}

function isOfAnother(headline: string, named: Named): boolean {
  const subject = subjectOf(headline);
  if (subject === undefined || named === 'without-key' || named === 'neighbour') return false;
  return subject !== named;
}
