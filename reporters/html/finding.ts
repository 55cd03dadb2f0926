import type { ExchangeEvidence, Finding } from '../../runner/judge/report.js';
import { type Markup, markup } from '../markup.js';
import { excerpt } from '../printable.js';
import type { Deviation, Field } from '../view.js';
import { anchorOf, link } from './links.js';
import { prose } from './prose.js';
import { mark, wire } from './wire.js';

/** What was expected beside what came, said once for scenarios that show the same. */
export function deviationBlocks(deviations: readonly Deviation[]): Markup[] {
  const groups = new Map<string, Deviation[]>();
  for (const deviation of deviations) {
    const { message, expected, actual, at } = deviation.finding;
    const likeness = JSON.stringify([message, expected, actual, at]);
    groups.set(likeness, [...(groups.get(likeness) ?? []), deviation]);
  }
  return [...groups.values()].map(deviationBlock);
}

function deviationBlock(alike: readonly Deviation[]): Markup {
  const [first] = alike;
  if (!first) return markup``;
  const { message, finding, evidence } = first;
  const cause = link(anchorOf.cause(finding.cause), markup`<code>${excerpt(finding.cause)}</code>`);
  const scenarios = [...new Set(alike.map(({ scenario }) => scenario))];
  return markup`<div class="finding">
<p class="message">${prose(message)}</p>
${versus(finding)}<p class="where">At <code>${excerpt(finding.at)}</code> in${scenarios.map(scenarioLink)}, caused by ${cause}</p>
${evidence ? exchangeBelow(evidence, finding) : markup``}</div>
`;
}

const scenarioLink = (id: string): Markup =>
  markup` ${link(anchorOf.scenario(id), markup`<code>${excerpt(id)}</code>`)}`;

export const exchangeBelow = (exchange: ExchangeEvidence, about: Pick<Finding, 'at' | 'actual'>): Markup =>
  markup`<details class="raw"><summary>Exchange <code>${excerpt(exchange.id)}</code>: what was sent and what came</summary>
${wire(exchange, about)}</details>
${repeat(exchange)}`;

/** One line for a shell, which is of use as a whole only. */
export const repeat = ({ curl }: ExchangeEvidence): Markup =>
  markup`<p class="repeat"><span class="label">Repeat</span> <code>${curl}</code></p>
`;

export function versus(finding: Pick<Finding, 'expected' | 'actual' | 'at'>): Markup {
  const { expected, actual } = differing(finding);
  return sideBySide(expected, actual);
}

export const sideBySide = (expected: readonly Markup[], actual: readonly Markup[]): Markup => markup`<dl class="versus">
<div class="expected"><dt>Expected</dt><dd>${expected}</dd></div>
<div class="got"><dt>Got</dt><dd>${actual}</dd></div>
</dl>
`;

type Marked = Readonly<Record<'expected' | 'actual', readonly Markup[]>>;

/** Longer texts are quotations: where in them the difference is, the exchange shows. */
const LONGEST_MARK = 80;

/** Marks the first word that differs after words that do not; without such words, what is short, or the status. */
function differing({ expected, actual, at }: Pick<Finding, 'expected' | 'actual' | 'at'>): Marked {
  const [wanted, came] = [expected, actual].map((text) => excerpt(text).split(/\b/));
  if (!wanted || !came) return { expected: [], actual: [] };
  const same = wanted.findIndex((word, index) => word !== came[index]);
  if (expected === actual) return { expected: [markup`${wanted.join('')}`], actual: [markup`${came.join('')}`] };
  if (same > 0) return { expected: markedWord(wanted, same), actual: markedWord(came, same) };
  const status = at === 'status' ? came.findIndex((word) => /^\d{3}$/.test(word)) : -1;
  if (status >= 0) return { expected: [markup`${wanted.join('')}`], actual: markedWord(came, status) };
  const text = came.join('');
  return {
    expected: [markup`${wanted.join('')}`],
    actual: [text.length <= LONGEST_MARK && text !== '' ? mark(text) : markup`${text}`],
  };
}

const markedWord = (words: readonly string[], index: number): Markup[] =>
  words.map((word, at) => (at === index ? mark(word) : markup`${word}`));

/** Why a deviation is accepted, and until when. */
export const knownDeviation = (fields: readonly Field[]): Markup =>
  markup`<dl class="facts known">
${fields.map(([name, value]) => markup`<div><dt>${name}</dt><dd>${excerpt(value)}</dd></div>\n`)}</dl>
`;
