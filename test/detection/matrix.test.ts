import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { disagreement } from '../../cli/commands/self-check.js';
import { detect, isDetected, judgeServer } from '../../cli/reference/detection.js';
import { type Report, renderReport } from '../../index.js';
import type { Fault } from '../../servers/fault.js';
import { faults } from '../../servers/faults/index.js';
import type { Variant } from '../../servers/variant.js';
import { incompleteServers } from '../../servers/variants/incomplete.js';
import { variants } from '../../servers/variants/index.js';
import { none } from '../engine/judgement.js';
import { told } from '../engine/told.js';
import { detectionDocument } from './detection-document.js';
import { savedRun } from './saved.js';

let judged: Promise<Report> | undefined;

/** Judged by the first test that asks: where the suite is broken, tests have to fail, and not a hook. */
const reference = (): Promise<Report> => (judged ??= judgeServer());

/** Races of a few milliseconds, and connections that end after 100 ms: another process can take that long, too. */
const needsPunctuality = (id: string): boolean => /race|idle|atomic|keep-alive/.test(id);

/** Much of a run is waiting; but what is a matter of milliseconds needs the processor for itself. */
const options = ({ id }: { readonly id: string }) => ({
  concurrent: !needsPunctuality(id),
  retry: needsPunctuality(id) ? 3 : 0,
  timeout: 60_000,
});

test('the reference conforms, completely and without a warning', async () => {
  const { verdict, complete, counts, scenarios } = await reference();
  expect({ verdict, complete, counts }).toEqual({
    verdict: 'conformant',
    complete: true,
    counts: { ...none, pass: scenarios.length },
  });
  expect(told(await reference())).toMatchSnapshot();
  expect(lineCount(await reference())).toBeLessThanOrEqual(25);
});

/** Of all runs with SAVED_RUNS=all, else of every tenth, the evidence is saved and judged again. */
const SAVED = process.env.SAVED_RUNS === 'all' ? 1 : 10;

/** What the report says, and what the saved evidence says again: the same. */
async function judgeSaved(server: Fault | Variant, index: number) {
  const saved = index % SAVED === 0 ? savedRun() : undefined;
  const detection = await detect(server, saved && { record: saved.record });
  const text = told(detection.report, await reference());
  const again = (await saved?.rejudge()) ?? { report: detection.report, contradictions: [] };
  return { detection, text, again };
}

/** Two mistakes in one server: that a listing is one page does not follow from its link. */
const WITH_TWO_CAUSES: ReadonlySet<string> = new Set(['list-first-page-with-link']);

/** What known software does by default, and the cause that names it. */
const NAMED: Readonly<Record<string, string>> = {
  'error-detail': 'fastapi-detail',
  'missing-key-403': 'fastapi-bearer-403',
  'django-rest-framework-default-errors': 'django-rest-framework-detail',
  'django-rest-framework-403': 'django-rest-framework-403',
  'error-timestamp': 'spring-default-error',
  'spring-security-403': 'spring-security-403',
  '404-problem-details': 'spring-problem-details',
  'rails-default-errors': 'rails-exceptions',
  'laravel-default-errors': 'laravel-message',
  'aspnet-default-errors': 'aspnet-problem-details',
  'express-default-pages': 'express-html',
  'express-send-status': 'express-send-status',
  'error-fastify': 'fastify-error',
  'nest-default-errors': 'nest-exception',
  'go-http-error': 'go-http-error',
  'go-sniffed-type': 'go-sniffed-type',
  'error-error': 'error-member',
  'axum-status-codes': 'bare-status',
  'flask-default-pages': 'flask-page',
  'null-members': 'null-members',
  'id-text': 'ids-as-strings',
  'ids-as-doubles': 'ids-as-doubles',
  'long-ids-as-double': 'ids-as-doubles',
  'nginx-pages': 'gateway-page',
};

const lineCount = (report: Report): number => renderReport(report, 'terminal').trimEnd().split('\n').length;

describe('a fault breaks exactly its requirements', () => {
  for (const [index, fault] of faults.entries()) {
    test(fault.id, options(fault), async ({ expect }) => {
      const { detection, text, again } = await judgeSaved(fault, index);
      expect(isDetected(detection), disagreement(detection)).toBe(true);
      expect(text).toMatchSnapshot();
      // What breaks only a `should` hides no `must`.
      const isStrict = detection.report.requirements.some(({ verdict }) => verdict === 'fail');
      expect(detection.report.verdict).toBe(isStrict ? 'nonconformant' : 'conformant');
      expect(again).toEqual({ report: detection.report, contradictions: [] });
      const causes = detection.report.causes.map(({ id }) => id);
      expect(causes).toHaveLength(WITH_TWO_CAUSES.has(fault.id) ? 2 : 1);
      if (NAMED[fault.id] === undefined) return;
      expect(causes).toEqual([NAMED[fault.id]]);
      expect(lineCount(detection.report)).toBeLessThanOrEqual(41);
    });
  }
});

describe('a variant conforms without a warning', () => {
  for (const [index, variant] of variants.entries()) {
    test(variant.id, options(variant), async ({ expect }) => {
      const { detection, text, again } = await judgeSaved(variant, index);
      expect(isDetected(detection), disagreement(detection)).toBe(true);
      expect(text).toMatchSnapshot();
      expect(again).toEqual({ report: detection.report, contradictions: [] });
      expect(detection.report.causes).toEqual([]);
    });
  }
});

describe('what cannot be judged neither fails nor passes', () => {
  for (const [index, server] of incompleteServers.entries()) {
    test(server.id, options(server), async ({ expect }) => {
      const { detection, again } = await judgeSaved(server, index);
      const { report } = detection;
      const open = report.requirements.filter(({ verdict }) => ['blocked', 'inconclusive'].includes(verdict));
      expect([report.verdict, report.complete, detection.found]).toEqual(['inconclusive', false, []]);
      expect(open.map(({ id }) => id)).toEqual(expect.arrayContaining([...server.unjudged]));
      expect(again).toEqual({ report, contradictions: [] });
    });
  }
});

test('docs/detection.md says what the faults and variants say', async () => {
  await expect(detectionDocument()).toMatchFileSnapshot(join(import.meta.dirname, '../../docs/detection.md'));
});
