import type { Finding } from '../../judge/report/report.js';
import { excerpt, type Markup, markup } from '../printable.js';

/** The place of a finding in an answer, the expected text and the actual one. */
type About = Pick<Finding, 'expected' | 'actual' | 'at'>;

export const mark = (text: string): Markup => markup`<mark>${text}</mark>`;

/** The expected answer next to the actual one. */
export function versus(about: About): Markup {
  const { expected, actual } = differing(about);
  return markup`<dl class="versus">
<div class="expected"><dt>Expected</dt><dd>${expected}</dd></div>
<div class="got"><dt>Got</dt><dd>${actual}</dd></div>
</dl>
`;
}

type Difference = Readonly<Record<'expected' | 'actual', readonly Markup[]>>;

/** Longer texts are quotes. */
const LONGEST_MARK = 80;

/**
 * Marks the first word that differs after equal words. If there are none, marks the status, or a short text as a whole.
 */
function differing({ expected, actual, at }: About): Difference {
  // The body after a status is not part of the difference.
  const came = at === 'status' ? (actual.split(', body ')[0] ?? '') : actual;
  const [before, after] = [wordsOf(expected), wordsOf(came)];
  const first = before.findIndex((word, index) => word !== after[index]);
  if (first > 0) return { expected: markedWord(before, first), actual: markedWord(after, first) };
  const status = at === 'status' ? after.findIndex((word) => /^\d{3}$/.test(word)) : -1;
  if (status >= 0) return { expected: [markup`${before.join('')}`], actual: markedWord(after, status) };
  const text = after.join('');
  const isMarked = expected !== actual && text !== '' && text.length <= LONGEST_MARK;
  return { expected: [markup`${before.join('')}`], actual: [isMarked ? mark(text) : markup`${text}`] };
}

/** The words of a text and the separators between them. JSON after a media type is indented. */
function wordsOf(text: string): string[] {
  const [, type = '', content = ''] = /^([\w/+.-]+: )?(.*)$/s.exec(excerpt(text)) ?? [];
  return `${type}${indented(content)}`.split(/\b/);
}

const markedWord = (words: readonly string[], index: number): Markup[] =>
  words.map((word, at) => (at === index ? mark(word) : markup`${word}`));

/** A part of JSON that is shown in its own way: strings stay, brackets and commas break the line, white space goes. */
const PART = /"(?:[^"\\]|\\.)*"?|\[\s*\]|\{\s*\}|[[\]{},:]|\s+/gs;

/** Deeper levels are not indented further: a text of brackets would become a page of blanks. */
const MAX_INDENT = 20;

/** Indents JSON. Numbers keep their digits, and repeated members stay. Any other text is returned as it is. */
export function indented(text: string): string {
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  let depth = 0;
  const newLine = (change: number): string => {
    depth += change;
    return `\n${'  '.repeat(Math.min(depth, MAX_INDENT))}`;
  };
  return text.replace(PART, (part) => {
    if (part === '[' || part === '{') return part + newLine(1);
    if (part === ']' || part === '}') return newLine(-1) + part;
    if (part === ',') return part + newLine(0);
    if (part === ':') return ': ';
    return part.startsWith('"') ? part : part.replace(/\s+/, '');
  });
}
