import { mapLists } from '../../interface/declared.js';
import type { EvidenceData } from '../evidence.js';
import type { BodyRecord, Exchange, ExchangeOutcome, ResponseRecord } from '../exchange.js';
import type { LoadedSchemas } from '../listing/index.js';
import type { PlanInputs } from '../plan.js';
import type { RequestId } from '../request.js';

/*
 * A file of evidence: JSON Lines, compressed as a series of gzip members (RFC 1952 §2.2), so that `zcat` reads it and a
 * listing of any size streams into it. schemas/evidence.schema.json describes a line. int64 values are texts, bytes Base64.
 */

export const EVIDENCE_FORMAT = 'store-orders-conformance/evidence/3';

/** The first line: everything that was decided before the first request. */
export interface HeaderLine {
  readonly format: typeof EVIDENCE_FORMAT;
  readonly tool: { readonly name: string; readonly version: string };
  readonly contract: { readonly name: string; readonly version: string };
  readonly target: EvidenceData['target'];
  /** True if `should` deviations failed the run, too. */
  readonly strict: boolean;
  /** The edition of the requirements that the run was scored by. */
  readonly edition: string;
  /** The schemas that bodies were judged by. Absent: those of the contract. */
  readonly schemas?: LoadedSchemas | undefined;
  /** The one requirement that an excerpt has the evidence for. Absent if the file has all that was gathered. */
  readonly excerpt?: string;
  readonly inputs: PlanInputs;
}

/** A piece of a body. It belongs to the next exchange in the file with this request id. */
export interface BodyLine {
  readonly body: string;
  readonly base64: string;
}

/** The last line. A file without it was cut off. */
export interface EndLine {
  readonly end: Pick<EvidenceData, 'startedAt' | 'durationMs' | 'stopped' | 'defects' | 'warnings'>;
}

export type EvidenceLine = HeaderLine | BodyLine | { readonly exchange: SavedExchange } | EndLine;

export type SavedExchange = Omit<Exchange, 'request' | 'outcome'> & {
  readonly request: RequestId;
  readonly outcome:
    | Extract<ExchangeOutcome, { kind: 'failure' }>
    | { readonly kind: 'response'; readonly response: SavedResponse };
};

type SavedResponse = Omit<ResponseRecord, 'body' | 'stray'> & {
  /** `head` is absent if the body has lines of its own. */
  readonly body: Omit<BodyRecord, 'head'> & { readonly head?: string };
  readonly stray?: string;
};

export const saveBytes = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');

export const loadBytes = (saved: string): Buffer => Buffer.from(saved, 'base64');

/** Converts the saved inputs of a plan, from a validated line: their ids are texts. */
export function loadInputs({ orders, ...inputs }: PlanInputs): PlanInputs {
  const ids = (list: readonly unknown[]): bigint[] => list.map((id) => BigInt(String(id)));
  const { provisioned } = orders;
  const lists = { ...mapLists((list) => ids(orders[list])), ...(provisioned && { provisioned: ids(provisioned) }) };
  return { ...inputs, orders: { ...orders, ...lists } };
}
