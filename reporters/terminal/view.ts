import type { Verdict } from '../../runner/judge/report.js';
import type { Paint, Style } from './style.js';

/** What all sections need to know about the terminal. */
export interface View {
  /** In columns. */
  readonly width: number;
  readonly paint: Paint;
}

interface Mark {
  readonly symbol: string;
  readonly style: Style;
}

export const marks: Readonly<Record<Verdict, Mark>> = {
  pass: { symbol: '✔', style: 'good' },
  fail: { symbol: '✘', style: 'bad' },
  warn: { symbol: '!', style: 'caution' },
  blocked: { symbol: '□', style: 'open' },
  inconclusive: { symbol: '?', style: 'open' },
  skipped: { symbol: '-', style: 'quiet' },
  error: { symbol: '✖', style: 'bad' },
};

/** `✔ pass`. */
export const markOf = (verdict: Verdict): string => `${marks[verdict].symbol} ${verdict}`;

export const heading = (title: string, { paint }: View): string[] => ['', paint('strong', title), ''];
