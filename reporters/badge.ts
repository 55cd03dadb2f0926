import type { Report } from '../judge/report/report.js';
import { type BadgeText, GREEN, LABEL, picture } from './badge-picture.js';
import { printableJson } from './printable.js';
import type { Reporter } from './reporter.js';

/** The states differ in words and in colour. White text on each colour has a contrast of at least 4.5. */
const STATES = {
  complete: { message: 'conformant (complete)', width: 127, color: GREEN },
  incomplete: { message: 'conformant, incomplete', width: 131, color: '8a6100' },
  outOfDate: { message: 'conformant, baseline out of date', width: 181, color: 'c62828' },
  nonconformant: { message: 'nonconformant', width: 83, color: 'c62828' },
  inconclusive: { message: 'inconclusive', width: 67, color: '6a6a6a' },
} as const;

/** The length of ` (own schemas)`. */
const OWN_SCHEMAS_WIDTH = 88;

/** The verdict in one line: an SVG, or the JSON of shields.io's endpoint badge if the path ends in `.json`. */
export const badge: Reporter = (report, { path = '' }) => {
  const { message, width, color } = STATES[stateOf(report)];
  const withSchemas = report.schemas && { message: `${message} (own schemas)`, width: width + OWN_SCHEMAS_WIDTH };
  const state = { message, width, color, ...withSchemas };
  return /\.json$/i.test(path) ? endpoint(state) : picture(state, report);
};

function stateOf({ verdict, complete, baselineOutOfDate }: Report): keyof typeof STATES {
  if (verdict !== 'conformant') return verdict;
  if (baselineOutOfDate) return 'outOfDate';
  return complete ? 'complete' : 'incomplete';
}

/** https://shields.io/badges/endpoint-badge; the address of the badge cannot override the colour of an error. */
const endpoint = ({ message, color }: BadgeText): string =>
  printableJson({
    schemaVersion: 1,
    label: LABEL.text,
    message,
    color,
    isError: message !== STATES.complete.message,
  });
