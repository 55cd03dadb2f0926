import type { Report } from '../judge/report/report.js';
import { documentOf, markup } from './printable.js';
import { contractText, runSentence } from './wording.js';

/** The right side of a badge. `width` is that of the message in Verdana of 11 pixels. */
export interface BadgeText {
  readonly message: string;
  readonly width: number;
  readonly color: string;
}

export const LABEL = { text: 'store orders', width: 67 };

/** For a run that conforms without reservation. */
export const GREEN = '2e7d32';

/**
 * The badge as SVG. Self-contained: no external font, style, script or picture, and no id that a page could have, too.
 */
export function picture({ message, width, color }: BadgeText, report: Report): string {
  const labelWidth = LABEL.width + 10;
  const messageWidth = width + 10;
  return documentOf(markup`<svg xmlns="http://www.w3.org/2000/svg" width="${labelWidth + messageWidth}" height="20" role="img" aria-label="${LABEL.text}: ${message}">
  <title>${titleOf(report)}</title>
  <rect width="${labelWidth + messageWidth}" height="20" rx="3" fill="#${color}"/>
  <path d="M3 0H${labelWidth}V20H3A3 3 0 0 1 0 17V3A3 3 0 0 1 3 0Z" fill="#555"/>
  <g fill="#fff" text-anchor="middle" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11" aria-hidden="true">
    <text x="${labelWidth / 2}" y="14" textLength="${LABEL.width}">${LABEL.text}</text>
    <text x="${labelWidth + messageWidth / 2}" y="14" textLength="${width}">${message}</text>
  </g>
</svg>
`);
}

const titleOf = (report: Report): string => `${contractText(report)}, ${report.startedAt}: ${runSentence(report)}`;
