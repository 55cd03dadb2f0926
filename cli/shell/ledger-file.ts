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
import { MAX_TEXT, readTextFile } from '../../runner/input/text-file.js';
import { reasonOf, UsageError } from '../../runner/input/usage-error.js';
import type { Output } from './files.js';

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
  /** The inode of the ledger that was found. */
  #left: number | undefined;
  #failure: string | undefined;
  #isCarrying = false;
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
   * The declared orders for which an earlier, interrupted run sent the valid key. Undefined if there was no such run.
   * @throws UsageError if a line cannot be read, since its order would be cancelled again; or if that run is still
   * going on
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
    // The disk was full before the first line, so that run sent nothing.
    if (text === '') return [];
    // Text after the last line end was cut off before its DELETE was sent.
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

  /** The place of the earlier run's ledger while this run takes over. */
  get #taken(): string {
    return `${this.path}.taken`;
  }

  /**
   * Makes the ledger of this run, and only then removes the earlier one. If two runs start at the same instant, one
   * succeeds.
   * @param orders that earlier runs may have used up; they are listed again, since this run may be interrupted, too
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

  /** @throws Error if another run was faster; the moved file is its ledger, and is moved back */
  #takeOver(left: number): void {
    renameSync(this.path, this.#taken);
    if (statSync(this.#taken).ino === left) return;
    renameSync(this.#taken, this.path);
    throw Object.assign(new Error('another run was faster'), { code: 'EEXIST' });
  }

  /** Resolves to true when the cancel is on disk, so that it may be sent. */
  async note({ request, orderId = '' }: OutgoingRequest): Promise<boolean> {
    const at = new Date().toISOString();
    const authorized = isValid(request.credential);
    // Other ids were shown or declared not to exist.
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

  /** A sentence that says why cancels were held back. */
  get problem(): string | undefined {
    return this.#failure && `Writing the ledger ${this.path} failed, so no further DELETE was sent: ${this.#failure}.`;
  }

  /**
   * Removes the ledger, since the reports now list its cancels. It stays while it has orders of earlier runs, until a
   * run is complete.
   */
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

/** True if another run created or moved the file first. */
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

/** The start time of a process, if the system tells it (Linux). Process numbers are reused, in containers soon. */
function sinceOf(id: number): string | undefined {
  try {
    return readFileSync(`/proc/${id}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19];
  } catch {
    return undefined;
  }
}

/** True if the process of this ledger is still running. For another machine, that is unknown, and false. */
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
