import type { BodyCopy, EvidenceData } from '../evidence/evidence.js';
import type { Exchange } from '../evidence/exchange.js';
import type { Request } from '../evidence/request.js';
import type { OutgoingRequest } from '../http/transport.js';

/** The one listener of a run. Each member is called as soon as its event happens. */
export interface Recorder {
  /** A DELETE is about to go out, and waits; resolves to whether it may. */
  delete?(request: OutgoingRequest): Promise<boolean>;
  /** Takes the body of an attempt of this request while it streams; `exchange` is called with that attempt next. */
  body?(request: Request): BodyCopy;
  exchange?(exchange: Exchange): void;
  /** A scenario has sent all that it will. */
  ended?(scenario: string): void;
  end?(evidence: EvidenceData): void;
}
