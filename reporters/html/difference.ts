import type { Finding } from '../../judge/report/report.js';
import { excerpt, type Markup, markup } from '../printable.js';

export const mark = (text: string): Markup => markup`<mark>${text}</mark>`;

/** The expected answer next to the actual one, with a mark on its status, or else on the first word that differs after equal ones. */
export function versus({ expected, actual, at }: Pick<Finding, 'expected' | 'actual' | 'at'>): Markup {
  const [demand, answer] = [wordsOf(expected), wordsOf(actual)];
  const first = demand.findIndex((word, index) => word !== answer[index]);
  const place = at === 'status' ? answer.findIndex((word) => /^\d{3}$/.test(word)) : first || -1;
  return markup`<dl class="versus">
<div class="expected"><dt>Expected</dt><dd>${demand.join('')}</dd></div>
<div class="got"><dt>Got</dt><dd>${answer.map((word, index) => (index === place ? mark(word) : markup`${word}`))}</dd></div>
</dl>
`;
}

/** The words of a text and the separators between them. JSON after a media type is indented. */
function wordsOf(text: string): string[] {
  const [, type = '', content = ''] = /^([\w/+.-]+: )?(.*)$/s.exec(excerpt(text)) ?? [];
  return `${type}${indented(content)}`.split(/\b/);
}

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
