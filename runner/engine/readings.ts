import type { EvidenceData } from '../../evidence/evidence.js';
import { type Exchange, responseOf } from '../../evidence/exchange.js';
import { ListingReader, type ListingReading } from '../../evidence/listing/index.js';
import { outageShape } from '../../evidence/outage.js';
import type { Plan } from '../../evidence/plan.js';
import { idText, isCancel, isValid, type Request } from '../../evidence/request.js';
import type { KeyTries } from './outage-guard.js';
import { outgoing } from './outgoing.js';
import type { Recorder, Traffic } from './traffic.js';

/** The contents of the listings of a run, by the text of the request's id. */
export class Readings {
  readonly byId = new Map<string, ListingReading>() satisfies EvidenceData['readings'];

  constructor(
    readonly lookUp: Plan['lookUp'],
    readonly recorder: Recorder,
    readonly signal: AbortSignal,
    readonly schemas?: EvidenceData['schemas'],
  ) {}

  /** A reader for the body of one attempt. */
  readerFor(request: Request): ListingReader {
    const { reads = 'page' } = request;
    const { lookUp: ask, schemas, recorder } = this;
    return new ListingReader({ use: reads, ask, schemas, copy: recorder.body?.(request) });
  }

  keep(exchange: Pick<Exchange, 'request' | 'outcome'>, reader: ListingReader | undefined): void {
    if (!responseOf(exchange) || !reader?.isOver) return;
    this.byId.set(idText(exchange.request.id), reader.reading(this.signal));
  }
}

const isListing = (request: Request): boolean => !isCancel(request) && isValid(request.credential);

/** A listing and a cancel with the valid key, and a listing without it. */
const TRIES = [isListing, isCancel, ({ credential }: Request): boolean => !isValid(credential)];

/** The requests of a plan that show whether every request gets the same answer. */
export function keyTries(plan: Plan, traffic: Traffic, readings: Readings): KeyTries {
  const isUnsent = ({ role, id, notSentBecause }: Request): boolean =>
    role === 'control' && !notSentBecause && !traffic.last.has(idText(id));
  const unsent = traffic.isPlanFinal ? plan.listings.filter(isUnsent) : [];
  const send = async (): Promise<Exchange> => {
    const exchanges: Exchange[] = [];
    for (const request of TRIES.flatMap((isOfKind) => unsent.find(isOfKind) ?? [])) {
      const reader = request.reads && readings.readerFor(request);
      const exchange = await traffic.sendNow(outgoing(request, plan, true), traffic.stop.signal, reader);
      readings.keep(exchange, reader);
      exchanges.push(exchange);
      const shapes = new Set(exchanges.map(outageShape));
      if (shapes.size > 1 || shapes.has(undefined)) break;
    }
    const [first] = exchanges;
    if (!first) throw new Error('No try remains.');
    return first;
  };
  return { remaining: unsent.filter(isListing).length, send };
}
