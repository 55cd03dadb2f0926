import { oneLine, safeLines } from './printable.js';
import type { Reporter } from './reporter.js';
import { isRed, type TestCase, testCases } from './test-cases.js';
import { viewOf } from './view.js';

/**
 * TAP 14: a test point for each requirement. One is `not ok` whenever the run does not exit with 0. Known deviations
 * are TODOs.
 */
export const tap: Reporter = (report, options) => {
  const cases = testCases(report, options);
  const facts = viewOf(report).facts.map(([name, value]) => `# ${name}: ${oneLine(value)}`);
  const lines = ['TAP version 14', ...facts, `1..${cases.length}`, ...cases.flatMap(pointLines), ''];
  return safeLines(lines.join('\n'));
};

function pointLines(testCase: TestCase, index: number): string[] {
  const { name, outcome, message, verdict, details } = testCase;
  const isOk = !isRed(outcome) && outcome !== 'known';
  // A test point with a TODO directive does not fail a run.
  const todo = outcome === 'known' ? ` # TODO ${described(message)}` : '';
  const point = `${isOk ? 'ok' : 'not ok'} ${index + 1} - ${described(name)}${todo}`;
  if (outcome === 'skipped') return [`${point} # SKIP ${described(message)}`];
  if (details === '') return [point];
  return [
    point,
    '  ---',
    `  verdict: ${verdict}`,
    '  details: |2-',
    ...details.split('\n').map((line) => `    ${line}`),
    '  ...',
  ];
}

/** A `#` would begin a directive, and a backslash an escape. */
const described = (text: string): string => oneLine(text).replace(/[\\#]/g, '\\$&');
