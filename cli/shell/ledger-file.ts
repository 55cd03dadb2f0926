import {
  closeSync,
  fdatasync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFile,
  writeFileSync,
} from 'node:fs';
import { lstat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setImmediate as immediately } from 'node:timers/promises';
import { promisify } from 'node:util';
import { idText, isValid, orderOf } from '../../runner/evidence/request.js';
import type { OutgoingRequest } from '../../runner/http/transport.js';
import { MAX_TEXT } from '../../runner/input/limits.js';
import { readTextFile } from '../../runner/input/text-file.js';
import { reasonOf, UsageError } from '../../runner/input/usage-error.js';
import type { Output } from './files.js';

const write = promisify(writeFile);
const sync = promisify(fdatasync);

/** Beside the first file that the run writes, where it writes any. */
export function ledgerOf(outputs: readonly Output[]): LedgerFile | undefined {
  for (const { option, path } of outputs) if (path !== undefined) return new LedgerFile(option, path);
  return undefined;
}

/** The cancels of a run, on the disk before they are sent, until the reports tell them: for a process that is killed. */
export class LedgerFile implements Output {
  readonly option: string;
  readonly path: string;
  #descriptor: number | undefined;
  /** The inode of the one that was there. */
  #left: number | undefined;
  #failure: string | undefined;
  #isCarrying = false;
  readonly #lines: string[] = [];
  /** The write that is under way, or was the last. */
  #writing: Promise<void> = Promise.resolve();
  /** The one after it: takes all lines that are there when it begins. */
  #next: Promise<void> | undefined;

  constructor(option: string, output: string) {
    this.option = `The ledger of ${option}`;
    this.path = `${output}.ledger.jsonl`;
  }

  /**
   * The declared orders for which an earlier run that was cut off sent the valid key; undefined where none was.
   * @throws UsageError where a line cannot be read, since what it names would be cancelled again; where its run is under way
   */
  async leftOrders(): Promise<readonly string[] | undefined> {
    const left = await Promise.all([this.path, this.#taken].map((path) => this.#ordersIn(path)));
    return left.some(Boolean) ? [...new Set(left.flatMap((orders) => orders ?? []))] : undefined;
  }

  async #ordersIn(path: string): Promise<readonly string[] | undefined> {
    const found = await lstat(path).catch(() => undefined); // what is in the way of the place is told with it
    if (!found) return undefined;
    if (!found.isFile())
      throw new UsageError(`The ledger ${path} is not a regular file. Move it away. Nothing was sent.`);
    if (path === this.path) this.#left = found.ino;
    const text = await readTextFile(path, `The ledger ${path}`, { maxBytes: MAX_TEXT }).catch((error: Error) => {
      throw new UsageError(`${error.message} ${REMEDY}`, { cause: error });
    });
    // A full disk took not even its first line, which is written before anything is sent.
    if (text === '') return [];
    // What follows the last line end was cut off before its DELETE was sent.
    const [header = {}, ...notes] = text.split('\n').slice(0, -1).map(entryIn);
    const wrong = [isHeader(header), ...notes.map(isNote)].indexOf(false);
    if (wrong >= 0) {
      throw new UsageError(`${path}:${wrong + 1}: This is not a line of a ledger of this suite. ${REMEDY}`);
    }
    if (isUnderWay(header)) throw this.#busy(`of process ${header.process} on this machine`);
    return notes.flatMap(({ declared, authorized, orderId }) => (declared && authorized ? [`${orderId}`] : []));
  }

  #busy(whose: string, cause?: unknown): UsageError {
    const message = `${this.path} belongs to a run that is under way, ${whose}. Wait for its end, or write to another path. Nothing was sent.`;
    return new UsageError(message, { cause });
  }

  /** That of an earlier run, while this one takes its place. */
  get #taken(): string {
    return `${this.path}.taken`;
  }

  /**
   * Makes the ledger of this run, and only then lets that of an earlier one go. Of two runs at the same instant, one makes it.
   * @param orders that earlier runs may have used up: this run may be cut off, too
   * @throws UsageError
   */
  begin(target: { readonly baseUrl: string }, orders: ReadonlySet<string>): void {
    const header = lineOf({ ledger: 1, startedAt: new Date().toISOString(), target: target.baseUrl, ...thisProcess() });
    const carried = [...orders].map((orderId) => lineOf({ orderId, authorized: true, declared: true }));
    try {
      if (this.#left !== undefined) this.#takeOver(this.#left);
      this.#descriptor = openSync(this.path, 'wx', 0o600);
      writeFileSync(this.#descriptor, [header, ...carried].join(''), { flush: true });
      rmSync(this.#taken, { force: true });
      this.#isCarrying = orders.size > 0;
    } catch (cause) {
      if (isOthers(cause)) throw this.#busy('which began at the same instant', cause);
      throw new UsageError(`The ledger ${this.path} cannot be written: ${reasonOf(cause)}. Nothing was sent.`, {
        cause,
      });
    }
  }

  /** @throws Error where another run was faster: what was moved away is its ledger, and goes back. */
  #takeOver(left: number): void {
    renameSync(this.path, this.#taken);
    if (statSync(this.#taken).ino === left) return;
    renameSync(this.#taken, this.path);
    throw Object.assign(new Error('another run was faster'), { code: 'EEXIST' });
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
    const descriptor = this.#descriptor;
    if (descriptor === undefined) return;
    this.#descriptor = undefined;
    closeSync(descriptor);
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

/** Another run made, or moved, what this one was about to. */
const isOthers = (error: unknown): boolean => {
  const { code, syscall } = error as NodeJS.ErrnoException;
  return code === 'EEXIST' || (code === 'ENOENT' && syscall === 'rename');
};

const lineOf = (entry: object): string => `${JSON.stringify(entry)}\n`;

type Entry = Readonly<Record<string, unknown>>;

function entryIn(line: string): Entry {
  try {
    return Object(JSON.parse(line));
  } catch {
    return {};
  }
}

const isHeader = ({ ledger }: Entry): boolean => ledger === 1;

const isNote = ({ orderId, authorized, declared }: Entry): boolean =>
  typeof orderId === 'string' &&
  typeof authorized === 'boolean' &&
  typeof declared === 'boolean' &&
  (!declared || /^-?\d{1,19}$/.test(orderId));

const thisProcess = () => ({ process: process.pid, host: hostname(), since: sinceOf(process.pid) });

/** When a process began, where the system says so (Linux): numbers are given again, and soon in containers. */
function sinceOf(id: number): string | undefined {
  try {
    return readFileSync(`/proc/${id}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19];
  } catch {
    return undefined;
  }
}

/** Of another machine, nobody can say. */
function isUnderWay({ process: id, host, since }: Entry): boolean {
  if (typeof id !== 'number' || id === process.pid || host !== hostname()) return false;
  try {
    process.kill(id, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false; // that of another user is there
  }
  return since === sinceOf(id);
}

const REMEDY = 'It may name orders that an earlier run cancelled: find out which, then move it away. Nothing was sent.';
