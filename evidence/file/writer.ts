import { closeSync, fchmodSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { constants, gzipSync } from 'node:zlib';
import { reasonOf } from '../../interface/helpers/usage-error.js';
import type { BodyCopy, EvidenceData } from '../evidence.js';
import type { Exchange } from '../exchange.js';
import { idText, type Request } from '../request.js';
import { Secrets } from '../secrets/redaction.js';
import { EVIDENCE_FORMAT, type EvidenceLine, type HeaderLine, type SavedExchange, saveBytes } from './lines.js';
import { redactedExchange, SavedBody } from './redacted.js';

const MEMBER_BYTES = 256 * 1024;

/** The usual mode of a new file, so that others than the container's user can read a report that it wrote. */
// biome-ignore lint/style/noRestrictedGlobals: nothing else knows it.
export const readableMode = (): number => 0o666 & ~process.umask();

/**
 * Saves the evidence of a run while it is gathered. All writing is synchronous: a body that arrives faster than it can
 * be compressed is slowed down and does not pile up. A disk that fails does not fail the run; see `problem`.
 */
export class EvidenceWriter {
  readonly #partial: string;
  readonly #bodies = new Map<string, SavedBody>();
  readonly #descriptor: number;
  #lines: string[] = [];
  #characters = 0;
  /** A sentence that says why the file could not be written. */
  problem: string | undefined;
  /** True if a secret was removed from a response. A judge of the saved file may then reach other verdicts. */
  hasRedacted = false;

  /** @throws Error if the file cannot be created */
  constructor(
    readonly path: string,
    header: Omit<HeaderLine, 'format'>,
    readonly redactor = new Secrets([]),
  ) {
    this.#partial = `${path}.partial`;
    // A file of an earlier run must not pass for evidence of this one, however this one ends.
    rmSync(path, { force: true });
    // Remove a link that somebody planted here instead of following it.
    rmSync(this.#partial, { force: true });
    this.#descriptor = openSync(this.#partial, 'wx', 0o600);
    this.#write({ format: EVIDENCE_FORMAT, ...header });
  }

  body({ id }: Request): BodyCopy {
    const body = idText(id);
    const lines = new SavedBody(this.redactor, (bytes) => this.#write({ body, base64: saveBytes(bytes) }));
    this.#bodies.set(body, lines);
    return lines;
  }

  exchange(exchange: Exchange): void {
    const id = idText(exchange.request.id);
    const body = this.#bodies.get(id);
    this.#bodies.delete(id);
    body?.finish();
    const redacted = redactedExchange(exchange, this.redactor);
    this.hasRedacted ||= redacted !== exchange || body?.hasSecrets === true;
    this.#write({ exchange: saved(redacted, body !== undefined) });
  }

  end({ startedAt, durationMs, stopped, defects, warnings }: EvidenceData): void {
    this.#write({ end: { startedAt, durationMs, stopped, defects, warnings } });
    this.#attempt(() => {
      this.#flush();
      fchmodSync(this.#descriptor, readableMode());
      fsyncSync(this.#descriptor);
    });
    closeSync(this.#descriptor);
    this.#attempt(() => renameSync(this.#partial, this.path));
    if (this.problem !== undefined) rmSync(this.#partial, { force: true });
  }

  #write(line: EvidenceLine): void {
    if (this.problem !== undefined) return;
    const text = JSON.stringify(line, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
    this.#lines.push(text);
    this.#characters += text.length;
    if (this.#characters >= MEMBER_BYTES) this.#attempt(() => this.#flush());
  }

  #flush(): void {
    const bytes = gzipSync(`${this.#lines.join('\n')}\n`, { level: constants.Z_BEST_SPEED });
    this.#lines = [];
    this.#characters = 0;
    writeFileSync(this.#descriptor, bytes);
  }

  /** Does nothing after the first failure. */
  #attempt(step: () => void): void {
    if (this.problem !== undefined) return;
    try {
      step();
    } catch (cause) {
      this.problem = `Writing the evidence to ${this.path} failed: ${reasonOf(cause)}.`;
    }
  }
}

function saved({ request: { id }, outcome, ...exchange }: Exchange, hasBodyLines: boolean): SavedExchange {
  if (outcome.kind === 'failure') return { request: id, ...exchange, outcome };
  const { body, stray, secrets: _, ...rest } = outcome.response;
  const { head, ...about } = body;
  const response = {
    ...rest,
    body: hasBodyLines ? about : { ...about, head: saveBytes(head) },
    stray: stray && saveBytes(stray),
  };
  return { request: id, ...exchange, outcome: { kind: 'response', response } };
}
