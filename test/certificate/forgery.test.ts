import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { EVIDENCE_FILE, REPORT_FILE } from '../../certificate/bundle.js';
import { EvidenceFileError } from '../../evidence/file/reader.js';
import { lookIn } from '../../evidence/look.js';
import { tool } from '../../interface/helpers/helpers.js';
import { judgeEvidence } from '../../judge/judge.js';
import type { Report } from '../../judge/report/report.js';
import { printableJson } from '../../reporters/printable.js';
import { loadRun } from '../../runner/engine/saved-run.js';
import type { Fault } from '../../servers/fault.js';
import { faults } from '../../servers/faults/index.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import { judgerFor } from '../detection/in-memory.js';
import { type Line, linesIn, record, temporary, writeLines } from '../evidence/recorded.js';
import { inPart } from '../in-part.js';
import { ATTACK_NAMES, attacked, pruned, randomFrom } from './attacks.js';
import { bundle, newSigner, outcomeOfBundle, restate, statementIn, verified } from './bundle.js';

// Forgers with their own key: digests and signature are right, so only the evidence can give them away.

const signer = newSigner();

/** FORGED_FAULTS=3 tries every third fault. Each fault gets every fourth attack, in turn. */
const every = Number(process.env.FORGED_FAULTS ?? 720);
const sample = [...faults.entries()].filter(([index]) => index % every === 0);
const attacksOn = (index: number) =>
  ATTACK_NAMES.filter((_, attack) => attack === 0 || attack % 4 === Math.floor(index / every) % 4);

/** Records runs until one shows the fault: a run may miss a race. */
async function recordFault(directory: string, fault: Fault): Promise<Report> {
  for (let attempt = 0; attempt < 5; attempt++) {
    const report = await record(directory, fault);
    if (report.requirements.some(({ verdict }) => verdict === 'fail' || verdict === 'warn')) return report;
  }
  throw new Error(`${fault.id} was not seen in five runs.`);
}

/** The verdict of a bundle with this evidence, if it verifies. */
async function resultOf(directory: string, lines: readonly Line[]): Promise<string | undefined> {
  try {
    writeLines(directory, lines);
    const { evidence } = await loadRun(join(directory, EVIDENCE_FILE));
    // The first failed check is enough, and fast.
    if (evidence.missing(() => true).length > 0) return undefined;
    await bundle(directory, signer);
  } catch (error) {
    if (error instanceof EvidenceFileError) return undefined;
    throw error;
  }
  const { result, certificate } = await verified(directory);
  return result === 'refused' ? undefined : certificate?.result;
}

describe('a certificate for the run of a faulty server shows the fault', () => {
  test.each(sample.map(([index, fault]) => [fault.id, fault, index] as const))(
    '%s',
    { timeout: 300_000 },
    async (_id, fault, index) => {
      const directory = temporary();
      const report = await recordFault(directory, fault);
      const lines = linesIn(directory);
      const look = lookIn((await loadRun(join(directory, EVIDENCE_FILE))).evidence);

      // A report that was edited.
      await bundle(directory, signer);
      const requirements = report.requirements.map((entry) => ({ ...entry, verdict: 'pass' }));
      const dressed = { ...report, verdict: 'conformant', complete: true, requirements };
      writeFileSync(join(directory, REPORT_FILE), printableJson(dressed));
      await restate(directory, statementIn(directory), signer);
      expect(await outcomeOfBundle(directory)).toMatch(
        /^(verdict: The evidence shows|report: report\.json is not the report)/,
      );

      // Edited evidence, and a report, statement and signature that were made from it.
      const isMust = report.verdict === 'nonconformant';
      const clean: string[] = [];
      for (const name of attacksOn(index)) {
        const changed = attacked(name, lines, report, randomFrom(index));
        for (const [what, left] of [
          [name, changed],
          [`${name}, pruned`, pruned(changed, look)],
        ] as const) {
          const result = await resultOf(directory, left);
          if (result !== 'PASSED' && !(result === 'WARNED' && isMust)) continue;
          // An honest run with fewer declared orders has the same result.
          const { pending, shipped, other, unknown } = left[0].inputs.orders;
          const { verdict } = await judgerFor(fault)(fault, { orders: { pending, shipped, other, unknown } });
          if (verdict !== 'conformant') clean.push(what);
        }
      }
      expect(clean).toEqual([]);
    },
  );
});

/** Faults that break nothing but `should` requirements. */
const lenient = faults.filter(({ requirements }) =>
  requirements.every((id) => storeOrdersInterface.requirements.find((entry) => entry.id === id)?.level === 'should'),
);

test.each(inPart(lenient, 43).map((fault) => [fault.id, fault] as const))(
  'a warning does not go away where its answers are lost: %s',
  { timeout: 300_000 },
  async (_id, fault) => {
    const directory = temporary();
    const report = await recordFault(directory, fault);
    const lines = linesIn(directory);
    const warned = report.requirements.flatMap(({ id, verdict }) => (verdict === 'warn' ? id : []));
    for (const name of ['says that what is blamed got no answer', 'removes what is blamed'] as const) {
      const lost = attacked(name, lines, report, randomFrom(1));
      expect(await resultOf(directory, lost), name).not.toBe('PASSED');
      const { evidence } = await loadRun(join(directory, EVIDENCE_FILE)).catch(() => ({ evidence: undefined }));
      const left = evidence && judgeEvidence(evidence, { tool, strict: false }).requirements;
      expect(left?.filter(({ id, verdict }) => verdict === 'pass' && warned.includes(id)) ?? [], name).toEqual([]);
    }
  },
);

test('a lost listing between two cancels leaves open what it alone shows, where a second cancel may succeed', async () => {
  const directory = temporary();
  const fault = faults.find(({ id }) => id === 'cancels-104-along-204-afterwards') as Fault;
  const report = await recordFault(directory, fault);
  const lost = attacked('says that what is blamed got no answer', linesIn(directory), report, randomFrom(1));
  expect(['PASSED', 'WARNED']).not.toContain(await resultOf(directory, lost));
  const { evidence } = await loadRun(join(directory, EVIDENCE_FILE));
  const judged = judgeEvidence(evidence, { tool, strict: false });
  // Which listing is lost depends on the order of the answers: the others may still show that it was broken.
  const held = judged.requirements.flatMap(({ id, verdict }) => (verdict === 'pass' ? id : []));
  expect(held).not.toContain('cancel.others-untouched');
  expect(held).not.toContain('orders.conserved');
});

test('faults that a forger can hide by declaring fewer orders are counted and named', async () => {
  const directory = temporary();
  const fault = faults.find(({ requirements }) => requirements.join() === 'cancel.other-state');
  const report = await recordFault(directory, fault as Fault);
  const lines = linesIn(directory);
  Object.assign(lines[0].inputs.orders, { other: [], otherIsNone: true });
  writeLines(directory, pruned(lines));
  await bundle(directory, signer);
  const { result, certificate } = await verified(directory);
  expect([report.verdict, result, certificate?.declared]).toEqual(['nonconformant', 'derived', ['other: none']]);
  expect(certificate?.derived?.notApplicable.map(({ requirement }) => requirement)).toEqual(['cancel.other-state']);
});
