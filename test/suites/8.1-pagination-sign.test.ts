import { expect, test } from 'vitest';
import { paginationSign } from '../../evidence/pagination.js';
import { processorMs } from '../processor-ms.js';

const linksToNext = (field: string): boolean =>
  paginationSign({ status: 200, headers: [['Link', field]] }) !== undefined;

test.each<[boolean, string]>([
  [true, '</orders?page=2>; rel="next"'],
  [true, '</orders?page=2>; rel=next'],
  [true, '</orders?page=2>  ;  rel = next'],
  [true, '</orders?page=2>; REL=Next'],
  [true, '</orders?page=2>; rel="prefetch   next"'],
  [true, '</orders?page=2>; crossorigin; rel=next'],
  [true, '</orders?page=2>; title="a, b; c \\"d\\""; rel="next"'],
  [true, '</orders>; rel=self, </orders?page=2>; rel=next'],
  [false, ''],
  [false, '</orders>; rel=next-archive'],
  [false, '</orders>; rel'],
  [false, '</orders>; title="rel=next"; rel=self'],
  [false, '</orders>; title=next; rel=self'],
  [false, '</orders>; title="</b>; rel=next"'],
  // RFC 8288 §3.3: only the first `rel` of a link counts.
  [false, '</orders>; rel=self; rel=next'],
  [false, '</orders>; rel; rel=next'],
  // RFC 8288 §3.2: the link is that of another resource.
  [false, '</orders?page=2>; rel=next; anchor="#other"'],
])('%s: %s links to a next page', (expected, field) => {
  expect(linksToNext(field)).toBe(expected);
});

test('a field of 400,000 characters is read in linear time', () => {
  const from = processorMs();
  for (const part of ['<', '<>;', '<a>"', '<a>"\\', '<a>; rel', '<a>;rel="', ';', '<a> ;']) {
    expect(linksToNext(part.repeat(400_000 / part.length))).toBe(false);
  }
  expect(processorMs() - from).toBeLessThan(3_000);
});
