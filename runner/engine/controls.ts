import type { Exchange } from '../evidence/exchange.js';
import type { Plan } from '../evidence/plan.js';
import { idText, type Request } from '../evidence/request.js';
import { outgoing } from './outgoing.js';
import type { Readings } from './readings.js';
import type { Traffic } from './traffic.js';

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
