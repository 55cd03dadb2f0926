import { closeSync, fdatasync, openSync, renameSync, rmSync, writeFile, writeFileSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { setImmediate as immediately } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isValid, orderOf } from '../../evidence/request.js';
import { MAX_TEXT, readText } from '../../interface/helpers/text-file.js';
import { reasonOf, UsageError } from '../../interface/helpers/usage-error.js';
import type { OutgoingRequest } from '../../runner/http/transport.js';
import { type Output, partialOf } from './files.js';

const write = promisify(writeFile);
const sync = promisify(fdatasync);

/** The ledger is next to the first file that the run writes. Undefined if it writes none. */
export function ledgerOf(outputs: readonly Output[]): LedgerFile | undefined {
  for (const { option, path } of outputs) if (path !== undefined) return new LedgerFile(option, path);
  return undefined;
}

/**
 * Lists the cancels of a run on disk before they are sent, in case the process is killed. It is removed when the
 * reports are written.
 */
export class LedgerFile implements Output {
  readonly option: string;
  readonly path: string;
  #descriptor: number | undefined;
  #failure: string | undefined;
  readonly #lines: string[] = [];
  /** The current write, or the last one. */
  #writing: Promise<void> = Promise.resolve();
  /** The next write. It takes all lines that exist when it begins. */
  #next: Promise<void> | undefined;

  constructor(option: string, output: string) {
    this.option = `The ledger of ${option}`;
    this.path = `${output}.ledger.jsonl`;
  }

  /**
   * The declared orders for which another run sent the valid key. Undefined if there is no ledger of another run.
   * @throws UsageError if a line cannot be read, since its order would be cancelled again
   */
  async earlierOrders(): Promise<readonly string[] | undefined> {
    const stats = await lstat(this.path).catch(() => undefined); // `takePlaces` reports a place that cannot be used
    if (!stats) return undefined;
    if (!stats.isFile())
      throw new UsageError(`The ledger ${this.path} is not a regular file. Move it away. Nothing was sent.`);
    const text = await readText(this.path, `The ledger ${this.path}`, MAX_TEXT).catch((error: Error) => {
      throw new UsageError(`${error.message} ${REMEDY}`, { cause: error });
    });
    const lines = text.split('\n');
    const rest = lines.pop() ?? '';
    const notes = lines.map((line) => NOTE.exec(line));
    // Text after the last line end was cut off before its DELETE was sent, if it is of a ledger at all.
    const wrong = notes.includes(null) || isCutOff(rest) ? notes.indexOf(null) : notes.length;
    if (wrong >= 0) {
      throw new UsageError(`${this.path}:${wrong + 1}: This is not a line of a ledger of this suite. ${REMEDY}`);
    }
    return [...new Set(notes.flatMap((note) => note?.[1] ?? []))];
  }

  /**
   * Makes the ledger of this run.
   * @param earlier the orders of a ledger that is there, which is replaced; they are listed again, since this run may be
   * killed, too
   * @throws UsageError if another run made its ledger meanwhile
   */
  begin(earlier: readonly string[] | undefined): void {
    const place = earlier ? partialOf(this.path) : this.path;
    const lines = earlier?.map((orderId) => lineOf({ orderId, authorized: true, declared: true }));
    try {
      this.#descriptor = openSync(place, 'wx', 0o600);
      writeFileSync(this.#descriptor, lines?.join('') ?? '', { flush: true });
      if (earlier) renameSync(place, this.path);
    } catch (cause) {
      const message = `The ledger ${this.path} cannot be written: ${reasonOf(cause)}. Nothing was sent.`;
      throw new UsageError(message, { cause });
    }
  }

  /** Resolves to true when the cancel is on disk, so that it may be sent. */
  async note({ request, orderId = '' }: OutgoingRequest): Promise<boolean> {
    const authorized = isValid(request.credential);
    // Other ids were shown or declared not to exist.
    const declared = orderOf(request) !== undefined;
    this.#lines.push(lineOf({ orderId, authorized, declared }));
    this.#next ??= this.#writing.then(immediately).then(() => {
      this.#next = undefined;
      this.#writing = this.#flush();
      return this.#writing;
    });
    await this.#next;
    return this.#failure === undefined;
  }

  /** A sentence that says why cancels were held back. */
  get problem(): string | undefined {
    return this.#failure && `Writing the ledger ${this.path} failed, so no further DELETE was sent: ${this.#failure}.`;
  }

  /** Ends the writing. `remains` is true if another run is to read the ledger; else the reports list its cancels. */
  end(remains: boolean): void {
    const descriptor = this.#descriptor;
    if (descriptor === undefined) return;
    this.#descriptor = undefined;
    closeSync(descriptor);
    if (!remains) rmSync(this.path, { force: true });
  }

  async #flush(): Promise<void> {
    const text = this.#lines.splice(0).join('');
    if (this.#descriptor === undefined || this.#failure !== undefined) return;
    try {
      await write(this.#descriptor, text);
      await sync(this.#descriptor);
    } catch (error) {
      this.#failure = reasonOf(error);
    }
  }
}

const lineOf = (entry: object): string => `${JSON.stringify(entry)}\n`;

/** A line, with the id of a declared order that may have been cancelled. */
const NOTE =
  /^\{"orderId":(?:"(-?\d{1,19})","authorized":true,"declared":true|"-?\d{1,19}","authorized":false,"declared":true|"(?:[^"\\]|\\.)*","authorized":(?:true|false),"declared":false)\}$/;

/** True for the beginning of a line, however short. */
function isCutOff(text: string): boolean {
  const [, id] = /^\{"orderId":("(?:[^"\\]|\\.)*")/.exec(text) ?? [];
  if (id === undefined) return '{"orderId":"'.startsWith(text) || /^\{"orderId":"(?:[^"\\]|\\.)*\\?$/.test(text);
  const flags = [true, false];
  const tails = flags.flatMap((authorized) => flags.map((declared) => JSON.stringify({ authorized, declared })));
  return tails.some((tail) => `{"orderId":${id},${tail.slice(1)}`.startsWith(text));
}

const REMEDY = 'It may name orders that an earlier run cancelled: find out which, then move it away. Nothing was sent.';
