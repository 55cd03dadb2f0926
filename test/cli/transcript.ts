import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { ExitCode } from '../../cli/shell/io.js';
import { tool } from '../../interface/helpers/helpers.js';
import { directoryWith } from '../directory.js';
import { fault, variant } from '../engine/servers.js';
import {
  asChanged,
  fixturesText,
  orderIdOf,
  type Received,
  type Store,
  type StoreOptions,
  startStore,
} from '../engine/store.js';
import { expectGolden, readGolden } from '../golden.js';
import { obeyedIn } from '../reporters/hostile-report.js';
import { problemsOf, validatorOf } from '../schemas/schema-validator.js';
import { changes, filesIn, problemsAt, textOf } from './files.js';
import { type Outcome, runProgram } from './run-program.js';
import { withoutTotals } from './totals.js';

/** The key of each store, and of the environment of each command. No text may show it, or a text that says "s3cret". */
const KEY = 'Sample-Key-0001';

/** Too long for the name of a file. */
const LONG = 'x'.repeat(300);

const SECRET = /sample-key-0001|s3cret/i;

const reportValidator = validatorOf('schemas/report.schema.json');

interface Place {
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Further stores that a line `@ NAME` can start, next to the reference, its faults and its variants. */
  readonly stores?: Readonly<Record<string, StoreOptions>> | ((cwd: string) => Readonly<Record<string, StoreOptions>>);
  /** Whether the numbers of all requirements are shown. */
  readonly showsTotals?: boolean;
  /** Called after each command. `run` runs another command there. */
  readonly after?: (argv: readonly string[], outcome: Outcome, run: Run) => Promise<void>;
}

type Run = (argv: readonly string[]) => Promise<Outcome>;

/**
 * Runs the commands of `expected/NAME.txt` beside a test, one after the other in one directory, and compares what they do with
 * what the file says of it:
 *
 *     # a heading
 *     @ NAME                                from here, a fresh store of this name, whose orders are in orders.yaml
 *     $ NAME=value command --base-url URL   the program, with a variable; URL and PORT are of a store, LONG of a name;
 *                                           STDIN=file is what it reads from standard input,
 *                                           INTERRUPT=101 is Ctrl-C when the store gets a cancel of order 101, =0 at once
 *     & serve                               the program goes on; SERVED is its address, and `served` has what it says
 *     % cat file                            a command of the shell
 *       a line of standard output
 *     ! a line of standard error
 *     ^ what the store sees of the following when it gets the first request
 *     + a file that is new, ~ changed, or - gone
 *     > the methods of the requests that the store got, with their numbers if they are few
 *     [1] the exit code, if it is not 0
 *
 * It checks for all commands: no secret is shown or written, no system of a pipeline obeys a line, each DELETE is in the ledgers
 * before it arrives, nobody else can read a file that is not whole, and a report keeps to its schema.
 */
export async function play(test: string, name: string, place: Place = {}): Promise<Scene> {
  const transcript = new URL(`expected/${name}.txt`, test);
  const scene = new Scene(await directoryWith(place.files), place);
  await scene.open();
  for (const line of readGolden(transcript).split('\n')) {
    if (line.startsWith('# ')) scene.lines.push(line, '');
    if (/^[@$&%] /.test(line)) scene.lines.push(line, ...(await scene.step(line.charAt(0), line.slice(2))), '');
  }
  await scene.end();
  await expectGolden(scene.lines.join('\n'), transcript.pathname);
  return scene;
}

class Scene {
  readonly lines: string[] = [];
  readonly #serving: Promise<Outcome>[] = [];
  readonly #end = new AbortController();
  #store: Store | undefined;
  #served = '';
  /** Called with each request as it arrives. */
  #look: (request: Received) => void = () => undefined;

  constructor(
    readonly cwd: string,
    readonly place: Place,
  ) {}

  get store(): Store {
    if (this.#store === undefined) throw new Error('No store was started.');
    return this.#store;
  }

  async open(options: StoreOptions = {}): Promise<void> {
    const onRequest = (request: Received): void => {
      this.#look(request);
      options.onRequest?.(request);
    };
    this.#store = await startStore({ apiKey: KEY, ...options, onRequest });
  }

  async step(mark: string, text: string): Promise<readonly string[]> {
    if (mark === '$') return this.#run(text);
    if (mark === '%') return marked('  ', this.#masked(this.#inShell(text)));
    if (mark === '&') return marked('  ', this.#masked(await this.#serve(text)));
    await this.open(this.#optionsOf(text));
    writeFileSync(join(this.cwd, 'orders.yaml'), fixturesText(this.store.orders));
    return [];
  }

  async end(): Promise<void> {
    this.#end.abort();
    for (const { code } of await Promise.all(this.#serving)) expect(code).toBe(0);
  }

  #optionsOf(name: string): StoreOptions {
    const [kind, id = ''] = name.split(' ');
    if (name === 'the reference') return {};
    const { stores = {} } = this.place;
    return (
      (typeof stores === 'function' ? stores(this.cwd) : stores)[name] ??
      asChanged(kind === 'fault' ? fault(id) : variant(id))
    );
  }

  #named = (text: string): string =>
    text
      .replace(/(?<=^|=)URL/, this.store.baseUrl)
      .replace('PORT', String(this.store.port))
      .replace('SERVED', this.#served)
      .replace('LONG', LONG);

  #inShell(text: string): string {
    const words = text
      .replaceAll('VERSION', tool.version)
      .replaceAll('URL', this.store.baseUrl)
      .replaceAll('SERVED', this.#served);
    return execFileSync('sh', ['-c', words], { cwd: this.cwd, encoding: 'utf8' });
  }

  async #serve(text: string): Promise<string> {
    const { argv, env } = this.#wordsOf(text);
    const interrupted = this.#end.signal;
    const said = await new Promise<string>((onOut) => {
      this.#serving.push(runProgram(argv, { cwd: this.cwd, env, interrupted, onOut }));
    });
    this.#served = /base address +(\S+)/.exec(said)?.[1] ?? '';
    writeFileSync(join(this.cwd, 'served'), said);
    return said;
  }

  #wordsOf(line: string) {
    const words = [...line.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted = word]) => this.#named(quoted));
    const isVariable = (word: string): boolean => /^[A-Z_]+=/.test(word);
    const argv = words.slice(words.findIndex((word) => !isVariable(word)));
    const variables = words.slice(0, words.length - argv.length).map((word) => word.split(/=(.*)/s).slice(0, 2));
    const { INTERRUPT: interrupt, STDIN: stdin, ...given } = Object.fromEntries(variables) as Record<string, string>;
    return { argv, interrupt, stdin, env: { STORE_ORDERS_API_KEY: KEY, ...this.place.env, ...given } };
  }

  async #run(line: string): Promise<readonly string[]> {
    const { argv, env, interrupt, stdin: source } = this.#wordsOf(line);
    const stdin = source && readFileSync(join(this.cwd, source), 'utf8');
    const interruption = new AbortController();
    if (interrupt === '0') interruption.abort(130);
    const before = filesIn(this.cwd);
    const received = this.store.received.length;
    let atFirst = before;
    const problems = new Set<string>();
    this.#look = (request) => {
      if (this.store.received.length === received + 1) atFirst = filesIn(this.cwd);
      for (const problem of problemsAt(request, this.cwd)) problems.add(problem);
      if (orderIdOf(request) === interrupt && request.authorization === `Bearer ${KEY}`) interruption.abort(130);
    };
    const run: Run = (words) => runProgram(words, { cwd: this.cwd, env, stdin, interrupted: interruption.signal });
    const outcome = await run(argv);
    const { out, err, verdictLine = '', code } = outcome;
    const after = filesIn(this.cwd);
    const written = [...after].flatMap(([path, content]) => (before.get(path) === content ? [] : [textOf(content)]));
    expect([...problems]).toEqual([]);
    expect([out, err, verdictLine, ...written].join('\n')).not.toMatch(SECRET);
    expect(argv.includes('github') ? [] : obeyedIn(`${out}\n${err}`)).toEqual([]);
    for (const report of written.filter((text) => text.startsWith('{\n  "format": "store-orders-conformance/report/')))
      expect(problemsOf(reportValidator, JSON.parse(report))).toEqual([]);
    const told = [
      ...marked('  ', this.#masked(out)),
      ...marked('! ', this.#masked(err)),
      ...marked('! ', this.#masked(verdictLine)),
      ...changes(before, atFirst).map((change) => `^ ${this.#masked(change)}`),
      ...changes(before, after).map(this.#masked),
      ...methodsOf(this.store.received.slice(received), code),
      ...(code === 0 ? [] : [`[${code}]`]),
    ];
    await this.place.after?.(argv, outcome, run);
    return told;
  }

  /** The text, with everything masked that differs between runs or machines. */
  #masked = (text: string): string =>
    (this.place.showsTotals ? text : withoutTotals(text))
      .replaceAll(`${this.cwd}/`, '')
      .replaceAll(this.cwd, '.')
      .replaceAll(LONG, 'LONG')
      .replaceAll(/^\{"format":.*$/gm, (report) => `the report on ${JSON.parse(report).target.name}`)
      .replaceAll(process.execPath, 'node')
      .replaceAll(tool.version, 'VERSION')
      // A run in memory names port 1.
      .replaceAll(/127\.0\.0\.1:(?:\d{2,}|1(?=\/v1, PASSED))/g, 'target')
      .replaceAll(/\bdemo-[\da-f-]{36}/g, 'demo-KEY')
      .replaceAll(/\b\d+ in [\d.]+ m?s\b/g, 'N in TIME')
      .replaceAll(/[\d.]+ m?s\b/g, 'TIME')
      .replaceAll(/\d{4}-\d\d-\d\d in UTC/g, 'TODAY in UTC')
      .replaceAll(/(?<=port )\d+/g, 'PORT')
      .replaceAll(/\d{4}-\d\d-\d\d(?:T[\d:.]+Z|(?= \(its maker))/g, 'DATE')
      .replaceAll(/\b[0-9a-f]{64}\b/g, 'DIGEST')
      .replaceAll(/-[0-9a-f]{16}(?=\.(?:html|svg))/g, '-ID')
      .replaceAll(/(?<="publicKey": ")[^"]*/g, 'KEY')
      .replaceAll(/\d+(?= bytes; at most)/g, 'N')
      .replaceAll(/(?<=fail by )\d+/g, 'N');
}

const marked = (mark: string, text: string): string[] =>
  text === ''
    ? []
    : text
        .replace(/\n$/, '')
        .split('\n')
        .map((line) => `${mark}${line}`.trimEnd());

/** The number of requests of an interrupted run depends on time, so it is left out. */
function methodsOf(requests: readonly Received[], code: ExitCode): string[] {
  const told = [...new Set(requests.map(({ method }) => method))].sort().map((method) => {
    const count = requests.filter((request) => request.method === method).length;
    return requests.length < 10 && code < 4 ? `${count} ${method}` : method;
  });
  return told.length === 0 ? [] : [`> ${told.join(', ')}`];
}
