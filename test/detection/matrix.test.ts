import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { explanationsOf } from '../../cli/commands/explain.js';
import { disagreement } from '../../cli/commands/self-check.js';
import {
  type Detection,
  type DetectOptions,
  detectionOf,
  isDetected,
  judgeServer,
} from '../../cli/reference/detection.js';
import type { Report } from '../../index.js';
import type { Fault } from '../../servers/fault.js';
import { faults } from '../../servers/faults/index.js';
import type { Variant } from '../../servers/variant.js';
import { incompleteServers } from '../../servers/variants/incomplete.js';
import { variants } from '../../servers/variants/index.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import { none } from '../engine/judgement.js';
import { reportText } from '../engine/report-text.js';
import { folded, Golden } from '../golden.js';
import { covering, inPart } from '../in-part.js';
import { expectNoRepetition } from '../reporters/repetition.js';
import { changedTransport, judgeInMemory, judgerFor, onlyReplies } from './in-memory.js';
import { faultLine, isByChance, lineCount, needsPunctuality, withoutConnections } from './lines.js';
import { runSavedTo, savedRun } from './saved.js';
import { misnamed } from './titles.js';

const { MATRIX, MATRIX_RUNS: RUNS } = process.env;

/** These runs are also saved and judged again, and made over HTTP, with the same result. */
const isSampled = (index: number): boolean => index % 40 === 5;

/** With MATRIX_RUNS, judges the run that this folder has for a server, or makes it and saves it there. */
const judgeAgain =
  (folder: string, { id }: Variant, ask: typeof judgeServer): typeof judgeServer =>
  async (server, options) => {
    const path = join(folder, `${id}.jsonl.gz`);
    const { record, rejudge } = runSavedTo(path);
    if (!existsSync(path)) await ask(server, { ...options, record });
    return rejudge();
  };

const judgerOf = (server: Variant): typeof judgeServer =>
  RUNS === undefined ? judgerFor(server) : judgeAgain(RUNS, server, judgerFor(server));

let judgedReference: Promise<Report> | undefined;

/** Judged in the first test that needs it: if the suite is broken, a test must fail, and not a hook. */
const reference = (): Promise<Report> => (judgedReference ??= judgerFor({})());

/**
 * Runs mostly wait, so they overlap, except those that depend on milliseconds. What chance decides is tried again: with a stale
 * index, 1 run of 300 hits orders so that late listings explain it as well.
 */
const options = ({ id }: { readonly id: string }) => ({
  concurrent: !needsPunctuality(id),
  retry: isByChance(id) ? 3 : 0,
  timeout: 630_000,
});

test.each([
  ['over HTTP', judgeServer],
  ['in memory', judgeInMemory],
])('the reference conforms %s, completely and without a warning', async (_, judge) => {
  const report = await judge();
  const { verdict, complete, counts, requirements, scenarios } = report;
  expect({ verdict, complete, counts, unsent: scenarios.filter(({ state }) => state !== 'sent') }).toEqual({
    verdict: 'conformant',
    complete: true,
    counts: { ...none, pass: requirements.length },
    unsent: [],
  });
  expect(reportText(report)).toMatchInlineSnapshot(`
    "409-body: an object with code, message, status
    cancelled-order-listed: it stays in the listing
    second-cancel: status 409
    other-state-cancel: status 409
    scheme-letter-case: \`bearer\` is accepted
    not-int64-id: a pending order's id with a fraction: 404; a fraction just below a pending order's id: 404; a pending order's id with letters after it: 404; a pending order's id in base 16: 404; a pending order's id plus 2^64: 404; abc: 404; 2^63: 404
    status-member: status
    error-codes: 401: "unauthorized"; 404: "order_not_found"
    query-parameter-status: ?limit=1: 200; ?page=2: 200; ?per_page=1: 200; ?offset=1: 200; ?offset=1000000: 200; ?status=pending: 200; ?status=shipped: 200
    rate-limit-headers: none
    quantity-not-positive: no"
  `);
  expect(lineCount(report)).toBeLessThanOrEqual(25);
});

/** Requirements that deviate, and the text of the report. SAVED_RUNS=all saves every run and judges it again. */
async function judged(
  server: Variant,
  index: number,
  options: Pick<DetectOptions, 'fresh' | 'disposable'> = {},
): Promise<Detection & { readonly text: string }> {
  const isSaved = RUNS === undefined && (process.env.SAVED_RUNS === 'all' || isSampled(index));
  const saved = isSaved ? savedRun() : undefined;
  const judge = judgerOf(server);
  const detection = detectionOf(server, await judge(server, { ...options, ...(saved && { record: saved.record }) }));
  expectNoRepetition(detection.report);
  const text = reportText(detection.report, await reference());
  if (saved) expect(await saved.rejudge()).toEqual(detection.report);
  if (judge === judgeInMemory && isSampled(index) && !isByChance(server.id)) {
    expect(reportText(await judgeServer(server, options), await reference()), 'over HTTP').toBe(text);
  }
  return { ...detection, text };
}

const fixOf = new Map<string, string>(storeOrdersInterface.requirements.map(({ id, fix }) => [id, fix.text]));

const certain = faults.filter(({ id }) => !isByChance(id));
const idsOf = (some: readonly { readonly id: string }[]): readonly string[] => some.map(({ id }) => id);

/** For each repair, the fault that breaks the fewest requirements: the golden file has its whole report. */
const shownFaults: ReadonlySet<string> = new Set(
  [...new Set(fixOf.values())].flatMap((fix) => {
    const breaking = certain.filter(({ requirements }) => requirements.some((id) => fixOf.get(id) === fix));
    return breaking.sort((a, b) => a.requirements.length - b.requirements.length)[0]?.id ?? [];
  }),
);

const lines = new Golden(join(import.meta.dirname, 'expected/faults.txt'));

/** The line without the id, the headline and the status, in which two faults of one kind may differ. */
const outcomeOf = (line: string): string =>
  line
    .replace(/^\S+/, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/(cause \S+:)[^|]*/, '$1')
    .replace(/(cause \D+)\d+/, '$1');

/** Faults whose lines together say the most. Below, more are added until each requirement is broken. */
const sample = new Set(lines.sample(idsOf(certain), 60));

const brokenBySample = (): ReadonlySet<string> =>
  new Set(faults.flatMap(({ id, requirements }) => (sample.has(id) ? requirements : [])));

// A fault that chance decides is tried only if no other fault breaks its requirement.
for (const some of [certain, faults]) {
  const broken = brokenBySample();
  const added = covering(some, ({ requirements }) => requirements.filter((id) => !broken.has(id)));
  for (const id of idsOf(added)) sample.add(id);
}

test('each requirement is broken by a fault that npm test tries', () => {
  const broken = brokenBySample();
  expect([...fixOf.keys()].filter((id) => !broken.has(id))).toEqual([]);
});

/** `npm test` tries those of `sample`; a mutant one of each outcome; MATRIX=all all. */
function isTried(fault: Fault): boolean {
  const kept = lines.of(fault.id);
  if (MATRIX !== undefined || kept === undefined || sample.has(fault.id)) return true;
  if (RUNS === undefined) return false;
  return fault === faults.find(({ id }) => outcomeOf(lines.of(id) ?? '') === outcomeOf(kept));
}

describe('a fault breaks exactly its requirements', () => {
  for (const [index, fault] of faults.filter(isTried).entries()) {
    test(fault.id, options(fault), async ({ expect }) => {
      const detection = await judged(fault, index);
      const { report, text } = detection;
      expect(isDetected(detection), disagreement(detection)).toBe(true);
      const line = faultLine(fault, report);
      // Compared here, since a mutant that is caught needs no further test.
      if (RUNS !== undefined) expect(line).toBe(lines.of(fault.id));
      lines.set(fault.id, line);
      if (shownFaults.has(fault.id)) expect(folded(text)).toMatchSnapshot();
      expect(await misnamed(fault, report)).toEqual([]);
      for (const { id } of report.causes) expect.soft(explanationsOf(id).join('\n'), id).toContain('To fix: ');
      // A fault that breaks only a `should` hides no `must`.
      const isStrict = report.requirements.some(({ verdict }) => verdict === 'fail');
      expect(report.verdict).toBe(isStrict ? 'nonconformant' : 'conformant');
      if (report.causes.some(({ likely }) => likely)) expect(lineCount(report)).toBeLessThanOrEqual(47);
    });
  }

  if (RUNS !== undefined) return;

  test('and the report names the cause', () => lines.compare(idsOf(faults)));
});

/** Sorted by request, without times. */
const responsesOf = ({ exchanges }: Report): readonly string[] =>
  exchanges
    .map(({ id, attempts, response }) => `${id} ${attempts} ${JSON.stringify(response).replace(/"Date","[^"]*"/, '')}`)
    .sort();

/** One is only slow, and the other accepts ids in a form that no request has. */
const sameResponses: readonly string[] = ['slow-cancel', 'lenient-integers'];

const registers = new Golden(join(import.meta.dirname, 'expected/variants.txt'));

/** How it is sent, and the entries of its ambiguity register; for a mutant also their words without numbers. */
const kindOf = (variant: Variant): string => {
  const register = registers.of(variant.id)?.replace(variant.id, '');
  return `${changedTransport(variant)} ${register?.replaceAll(RUNS === undefined ? /(: | is ).*/g : /\d+/g, '')}`;
};

const isFirstOfKind = (variant: Variant): boolean =>
  variant === variants.find((other) => kindOf(other) === kindOf(variant));

const sampledVariants = inPart(variants.filter(isFirstOfKind), 2);

/** `npm test` tries a variant of every second kind, and a mutant one of each kind that is sent like the reference. */
function isVariantTried(variant: Variant): boolean {
  if (MATRIX !== undefined || !registers.of(variant.id) || (RUNS !== undefined && !onlyReplies(variant))) return true;
  return RUNS === undefined ? sampledVariants.includes(variant) : isFirstOfKind(variant);
}

describe('a variant conforms without a warning', () => {
  for (const [index, variant] of variants.filter(isVariantTried).entries()) {
    test(variant.id, options(variant), async ({ expect }) => {
      const detection = await judged(variant, index);
      const { report, text } = detection;
      expect(isDetected(detection), disagreement(detection)).toBe(true);
      const register = withoutConnections(variant.id, text).replaceAll(/^(?=.)/gm, '  ');
      registers.set(variant.id, `${variant.id}\n${register}`.trim());
      expect(report.causes).toEqual([]);
      // Its responses must differ from those of the reference, or its bytes: test/servers/variants.test.ts.
      if (judgerOf(variant) !== judgeInMemory || sameResponses.includes(variant.id)) return;
      expect(responsesOf(report)).not.toEqual(responsesOf(await reference()));
    });
  }

  test('and the register says what it does where the contract is silent', () => registers.compare(idsOf(variants)));
});

describe('what cannot be judged neither fails nor passes', () => {
  for (const [index, server] of incompleteServers.entries()) {
    test(server.id, options(server), async ({ expect }) => {
      const { report, broken } = await judged(server, index, { fresh: false, disposable: false });
      const open = report.requirements.filter(({ verdict }) => ['blocked', 'inconclusive'].includes(verdict));
      expect([report.verdict, report.complete, broken]).toEqual(['inconclusive', false, []]);
      expect(open.map(({ id }) => id)).toEqual(expect.arrayContaining([...server.unjudged]));
    });
  }
});
