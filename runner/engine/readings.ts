import type { EvidenceData } from '../evidence/evidence.js';
import { type Exchange, responseOf } from '../evidence/exchange.js';
import type { Plan } from '../evidence/plan.js';
import { idText, type Request } from '../evidence/request.js';
import { ListingReader, type ListingReading } from '../listing/index.js';
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

/** Listings for a target that begins to refuse requests. The plan has a few, and each is sent once at most. */
export class Controls {
  constructor(
    readonly plan: Plan,
    readonly traffic: Traffic,
    readonly readings: Readings,
  ) {}

  get left(): readonly Request[] {
    return this.plan.listings.filter(({ when, id }) => when === 'refused' && !this.traffic.last.has(idText(id)));
  }

  /** Sends the next one, with the valid key, independently of the stages. */
  async ask(): Promise<Exchange> {
    const [request] = this.left;
    if (!request) throw new Error('The plan has no control left.');
    const reader = this.readings.readerFor(request);
    const { signal } = this.traffic.stop;
    const exchange = await this.traffic.sendNow(outgoing(request, this.plan, true), signal, reader);
    this.readings.keep(exchange, reader);
    return exchange;
  }
}
