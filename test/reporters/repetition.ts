import { expect } from 'vitest';
import type { Report } from '../../judge/report/report.js';
import { renderReport } from '../../reporters/index.js';
import { viewOf } from '../../reporters/view.js';

/** Texts of one kind that differ only in the id of an order: a report must not repeat itself. */
export function repeatedIn(report: Report): readonly string[] {
  const { remarks, unjudged, causes } = viewOf(report);
  const ids = new Set(report.deletions.map(({ orderId }) => orderId));
  const withoutIds = (text: string): string => text.replaceAll(/-?\d+/g, (number) => (ids.has(number) ? '#' : number));
  const kinds = {
    note: remarks,
    reason: unjudged.map(({ reason }) => reason),
    cause: causes.map(({ cause }) => cause.headline),
    remedy: causes.map(({ remedy }) => remedy),
    annotation: renderReport(report, 'github').trimEnd().split('\n'),
  };
  return Object.entries(kinds).flatMap(([kind, texts]) => {
    const said = texts.map(withoutIds);
    return texts.filter((_, index) => said.indexOf(said[index] ?? '') < index).map((text) => `${kind}: ${text}`);
  });
}

export const expectNoRepetition = (report: Report): void => expect(repeatedIn(report)).toEqual([]);
