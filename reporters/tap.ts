import { oneLine, safeLines, spelled, withoutPairs } from './printable.js';
import type { Reporter } from './reporter.js';
import { isRed, type TestCase, testCases } from './test-cases.js';
import { viewOf } from './view.js';

/**
 * TAP 13, which every reader knows: a test point for each requirement. One is `not ok` whenever the run does not exit
 * with 0. Known deviations are TODOs.
 */
export const tap: Reporter = (report, options) => {
  const cases = testCases(report, options);
  const facts = viewOf(report).facts.map(([name, value]) => `# ${name}: ${oneLine(value)}`);
  const lines = ['TAP version 13', `1..${cases.length}`, ...facts, ...cases.flatMap(pointLines), ''];
  return withoutPairs(safeLines(lines.join('\n')));
};

function pointLines(testCase: TestCase, index: number): string[] {
  const { name, outcome, message, verdict, details } = testCase;
  const isOk = !isRed(outcome) && outcome !== 'known';
  // A test point with a TODO directive does not fail a run.
  const todo = outcome === 'known' ? ` # TODO ${described(message)}` : '';
  const point = `${isOk ? 'ok' : 'not ok'} ${index + 1} - ${described(name)}${todo}`;
  if (outcome === 'skipped') return [`${point} # SKIP ${described(message)}`];
  // The first line gives the block its indent, since old readers do not know `|2`.
  const text = details.trimStart();
  if (text === '') return [point];
  const lines = text.split('\n').map((line) => `    ${line.replace(MARKER, spelled)}`);
  return [point, '  ---', `  verdict: ${verdict}`, '  details: |', ...lines, '  ...'];
}

/** Some readers end the block at such a line, whatever its indent. */
const MARKER = /(?<=^\s*)(?:-(?=--)|\.(?=\.\.))/;

/** A `#` would begin a directive. Readers do not agree on an escape. */
const described = (text: string): string => oneLine(text).replaceAll('#', spelled);
