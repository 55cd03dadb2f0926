import { closeSync, fdatasync, openSync, readFileSync, rmSync, writeFile, writeSync } from 'node:fs';
import { setImmediate as immediately } from 'node:timers/promises';
import { promisify } from 'node:util';
import { idText, isValid, orderOf } from '../../runner/evidence/request.js';
import type { OutgoingRequest } from '../../runner/http/transport.js';
import { reasonOf, writeWhole } from './files.js';

const write = promisify(writeFile);
const sync = promisify(fdatasync);

/** One DELETE, about to be sent. */
interface Entry {
  readonly at: string;
  readonly request: string;
  readonly orderId: string;
  /** With the valid key. */
  readonly authorized: boolean;
  /** Of the fixtures; else it is an id that was shown or declared not to exist. */
  readonly declared: boolean;
}

/**
 * The cancels of a run, on the disk before they are sent: it survives what ends the process without a report. It goes
 * away when the reports are written.
 */
export class LedgerFile {
  readonly path: string;
  #descriptor: number | undefined;
  #flags: 'w' | 'a' = 'w';
  #failure: string | undefined;
  readonly #lines: string[] = [];
  #last: Promise<void> = Promise.resolve();
  /** Takes the lines that are noted until it begins. */
  #next: Promise<void> | undefined;

  /** @param output the first file that the run writes */
  constructor(output: string) {
    this.path = `${output}.ledger.jsonl`;
  }

  /** The declared orders that an earlier run may have cancelled before it was cut off; undefined where none was. */
  leftOrders(): readonly string[] | undefined {
    return declaredIn(this.path);
  }

  /** The same as a sentence. */
  leftover(): string | undefined {
    const orders = this.leftOrders();
    if (orders === undefined) return undefined;
    const what =
      orders.length === 0
        ? 'It had not asked for the cancel of a declared order.'
        : `It may have cancelled ${orders.join(', ')}.`;
    return `An earlier run was cut off before its report was written, and left ${this.path}. ${what}`;
  }

  /** Keeps what earlier runs may have cancelled: this one may be cut off, too. */
  async carry(orders: readonly bigint[]): Promise<void> {
    const entries = orders.map((id) => lineOf({ orderId: String(id), authorized: true, declared: true }));
    await writeWhole(this.path, entries.join('')).catch((error: unknown) => {
      this.#failure = reasonOf(error);
    });
    this.#flags = 'a';
  }

  /** Begins the ledger of this run, in the place of an older one or after what was carried over. */
  begin(target: { readonly baseUrl: string }): void {
    if (this.#failure !== undefined) return;
    try {
      this.#descriptor = openSync(this.path, this.#flags);
      writeSync(this.#descriptor, lineOf({ ledger: 1, startedAt: new Date().toISOString(), target: target.baseUrl }));
    } catch (error) {
      this.#failure = reasonOf(error);
    }
  }

  /** Resolves to whether it is on the disk, so that the request may be sent. */
  async note({ request, orderId = '' }: OutgoingRequest): Promise<boolean> {
    const entry: Entry = {
      at: new Date().toISOString(),
      request: idText(request.id),
      orderId,
      authorized: isValid(request.credential),
      declared: orderOf(request) !== undefined,
    };
    this.#lines.push(lineOf(entry));
    this.#next ??= this.#last.then(() => this.#flush());
    this.#last = this.#next;
    await this.#next;
    return this.#failure === undefined;
  }

  /** Why cancels were held back, as a sentence. */
  get problem(): string | undefined {
    return this.#failure && `Writing the ledger ${this.path} failed, so no further DELETE was sent: ${this.#failure}`;
  }

  /** The reports tell what it told. */
  remove(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
    rmSync(this.path, { force: true });
  }

  /** All that is about to go out in one moment reaches the disk at once. */
  async #flush(): Promise<void> {
    await immediately();
    this.#next = undefined;
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

/** The declared orders for which the valid key went out; undefined where there is no such file. */
function declaredIn(path: string): readonly string[] | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
  const cancels = text.split('\n').map(entryIn);
  return [
    ...new Set(cancels.flatMap(({ declared, authorized, orderId }) => (declared && authorized ? [`${orderId}`] : []))),
  ];
}

/** The last line may have been cut off. */
function entryIn(line: string): Partial<Entry> {
  try {
    return Object(JSON.parse(line)) as Partial<Entry>;
  } catch {
    return {};
  }
}
