import { closeSync, existsSync, fdatasync, openSync, readFileSync, rmSync, writeFile } from 'node:fs';
import { setImmediate as immediately } from 'node:timers/promises';
import { promisify } from 'node:util';
import { idText, isValid, orderOf } from '../../runner/evidence/request.js';
import type { OutgoingRequest } from '../../runner/http/transport.js';
import { reasonOf, UsageError } from '../../runner/input/usage-error.js';
import { writeWhole } from './files.js';

const write = promisify(writeFile);
const sync = promisify(fdatasync);

/** The cancels of a run, on the disk before they are sent, until the reports tell them: for a process that is killed. */
export class LedgerFile {
  readonly path: string;
  #descriptor: number | undefined;
  #failure: string | undefined;
  #isCarrying = false;
  readonly #lines: string[] = [];
  /** The write that is under way, or was the last. */
  #writing: Promise<void> = Promise.resolve();
  /** The one after it: takes all lines that are there when it begins. */
  #next: Promise<void> | undefined;

  /** @param output the first file that the run writes */
  constructor(output: string) {
    this.path = `${output}.ledger.jsonl`;
  }

  /** The declared orders for which an earlier run that was cut off sent the valid key; undefined where none was. */
  leftOrders(): readonly string[] | undefined {
    if (!existsSync(this.path)) return undefined;
    const cancels = readFileSync(this.path, 'utf8').split('\n').map(entryIn);
    const orders = cancels.flatMap(({ declared, authorized, orderId }) => (declared && authorized ? `${orderId}` : []));
    return [...new Set(orders)];
  }

  /**
   * Makes the ledger of this run, and only then lets that of an earlier one go.
   * @param orders that earlier runs may have used up: this run may be cut off, too
   * @throws UsageError
   */
  async begin(target: { readonly baseUrl: string }, orders: ReadonlySet<string>): Promise<void> {
    const header = lineOf({ ledger: 1, startedAt: new Date().toISOString(), target: target.baseUrl });
    const carried = [...orders].map((orderId) => lineOf({ orderId, authorized: true, declared: true }));
    try {
      await writeWhole(this.path, [header, ...carried].join(''));
      this.#descriptor = openSync(this.path, 'a');
      this.#isCarrying = orders.size > 0;
    } catch (cause) {
      throw new UsageError(`The ledger ${this.path} cannot be written: ${reasonOf(cause)}. Nothing was sent.`, {
        cause,
      });
    }
  }

  /** Resolves to whether it is on the disk, so that the request may be sent. */
  async note({ request, orderId = '' }: OutgoingRequest): Promise<boolean> {
    const at = new Date().toISOString();
    const authorized = isValid(request.credential);
    // Else it is an id that was shown or declared not to exist.
    const declared = orderOf(request) !== undefined;
    this.#lines.push(lineOf({ at, request: idText(request.id), orderId, authorized, declared }));
    this.#next ??= this.#writing.then(immediately).then(() => {
      this.#next = undefined;
      this.#writing = this.#flush();
      return this.#writing;
    });
    await this.#next;
    return this.#failure === undefined;
  }

  /** Why cancels were held back, as a sentence. */
  get problem(): string | undefined {
    return this.#failure && `Writing the ledger ${this.path} failed, so no further DELETE was sent: ${this.#failure}.`;
  }

  /** Removes it, since the reports tell what it told. What earlier runs used up is told by it alone, until a run is whole. */
  end(isWhole: boolean): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
    if (isWhole || !this.#isCarrying) rmSync(this.path, { force: true });
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

/** The last line may have been cut off. */
function entryIn(line: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(line));
  } catch {
    return {};
  }
}
