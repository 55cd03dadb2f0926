import { GREEN, picture } from '../../reporters/badge-picture.js';
import type { Report } from '../../runner/judge/report.js';

/** The average width of a character in Verdana of 11 pixels. */
const AVERAGE = 6.6;

/** The badge of a certificate: its class, and the day of its run. */
export function certificateBadge(report: Report, className: string): string {
  const message = `${className}, ${report.startedAt.slice(0, 10)}`;
  return picture({ message, width: Math.round(message.length * AVERAGE), color: GREEN }, report);
}
