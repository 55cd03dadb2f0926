import type { EvidenceData } from '../evidence/evidence.js';
import { type Exchange, responseOf } from '../evidence/exchange.js';
import type { Plan } from '../evidence/plan.js';
import { idText, type Request } from '../evidence/request.js';
import { ListingReader, type ListingReading } from '../listing/index.js';
import type { Recorder } from './traffic.js';

/** The contents of the listings of a run, by the text of the request's id. */
export class Readings {
  readonly byId = new Map<string, ListingReading>() satisfies EvidenceData['readings'];

  constructor(
    readonly lookUp: Plan['lookUp'],
    readonly recorder: Recorder,
    readonly signal: AbortSignal,
  ) {}

  /** A reader for the body of one attempt. */
  readerFor(request: Request): ListingReader {
    const { reads = 'page' } = request;
    return new ListingReader({ use: reads, ask: this.lookUp, copy: this.recorder.body?.(request) });
  }

  keep(exchange: Pick<Exchange, 'request' | 'outcome'>, reader: ListingReader | undefined): void {
    if (!responseOf(exchange) || !reader?.isOver) return;
    this.byId.set(idText(exchange.request.id), reader.reading(this.signal));
  }
}
