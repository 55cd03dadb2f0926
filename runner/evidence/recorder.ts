import type { EvidenceData } from './evidence.js';
import type { Exchange } from './exchange.js';

/** Keeps the evidence of a run while it is gathered, in bounded memory. */
export interface EvidenceRecorder {
  /** Takes the body of an attempt of this exchange while it streams; `exchange` is called with that attempt next. */
  body(exchange: string): BodyCopy;
  exchange(exchange: Exchange): void;
  /** Nothing more comes. */
  end(evidence: EvidenceData): void;
}

export interface BodyCopy {
  write(chunk: Uint8Array): void;
}
