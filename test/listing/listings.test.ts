import { expect, test } from 'vitest';
import { type ListingReading, readJsonBody } from '../../evidence/listing/index.js';
import { expectGolden } from '../golden.js';
import { listings } from './listings.js';
import { expectAsOracle } from './oracle.js';
import { readListing } from './reading.js';

/** Sizes around every boundary, without tiny pieces for long bodies. */
const pieceSizes = (length: number): number[] =>
  [1, 2, 3, 7, 64, 1_000, 65_536].filter((size) => size < length && length / size < 5_000);

const cut = (text: string): string =>
  text.length <= 100 ? text : `${text.slice(0, 100).replace(/[\ud800-\udbff]$/, '')}… (${text.length})`;

/** Control characters, and others that an editor does not show, are escaped. */
const visible = (text: string): string =>
  text.replace(
    /[^ -~¡-\u2027\u2030-\ufefe\uff00-\ufffc\u{10000}-\u{10ffff}]/gu,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** A line for each finding. */
function linesOf({ problem, unread, count, longId, ...reading }: ListingReading, asked: readonly bigint[]): string[] {
  const { repeatedIds, repeatedMembers, withoutId, quantityNotPositive } = reading;
  const listed = asked.filter((id) => reading.lists(id));
  return [
    ...(problem ? [`${problem.code} at ${problem.offset}: ${problem.message}`, `at: ${visible(problem.excerpt)}`] : []),
    ...(unread ? [`unread: ${unread}`] : []),
    `elements: ${count}${withoutId > 0 ? `, without an id: ${withoutId}` : ''}`,
    ...(listed.length > 0 ? [`ids: ${cut(listed.join(' '))}`] : []),
    ...(longId === undefined ? [] : [`first long id: ${longId}`]),
    ...(repeatedIds.count > 0 ? [`repeated ids: ${repeatedIds.count}, such as ${repeatedIds.examples.join(' ')}`] : []),
    ...(repeatedMembers.count > 0 ? [`repeated members: ${repeatedMembers.count}`] : []),
    ...repeatedMembers.examples.map(({ index, actual }) => `  /${index}: ${actual}`),
    ...(quantityNotPositive > 0 ? [`not positive: ${quantityNotPositive} quantities`] : []),
    ...reading.deviations.flatMap(({ path, keyword, params, message, iso8601, count: times, examples }) => [
      `${path || 'an element'} ${message} (${keyword} ${JSON.stringify(params)}${iso8601 ? ', but ISO 8601' : ''}): ${times}`,
      ...examples.map(({ pointer, actual }) => `  ${pointer}: ${actual}`),
    ]),
  ];
}

const pointers = ['/code', '/status', '/n', '/a/b', '/a/~0~1', '/c/0', '/x'];

/** Lines for the same body as an Error. None if it is refused in the same way, or is an array that was listed. */
function linesAsBody(body: Buffer, { problem, unread }: ListingReading): string[] {
  const read = readJsonBody(body);
  if (read.kind === 'unread') return [`as a body, unread: ${read.why}`];
  if (read.kind === 'value') {
    if (!problem && !unread) return [];
    if (body.length < 10_000) expect(read.sourceAt('')).toBe(body.toString().trim());
    const sources = pointers.map((pointer) => [pointer, read.sourceAt(pointer)] as const);
    const known = sources.filter(([, source]) => source !== undefined);
    return [
      `as a body, a value: ${cut(JSON.stringify(read.value))}`,
      ...known.map(([at, source]) => `  ${at}: ${source}`),
    ];
  }
  const { code, offset, message, excerpt } = read.problem;
  const isAlike = code === problem?.code && offset === problem.offset && message === problem.message;
  if (isAlike) expect(excerpt).toBe(problem.excerpt);
  return isAlike ? [] : [`as a body, ${code} at ${offset}: ${message}`];
}

/** Ids that may be in the text, and their neighbours. */
const idsNear = (text: string): bigint[] => {
  const integers = new Set(text.slice(0, 2_000).match(/(?<![\d.])\d{1,19}(?![\d.])/g));
  return [...new Set([...integers].map(BigInt).flatMap((id) => [id - 1n, id, id + 1n, -id]))];
};

test('each body is read as by the oracle, whole and in pieces of any size', async () => {
  const entries = Object.entries(listings).map(([name, body]) => {
    const text = body.toString();
    const ask = idsNear(text);
    const whole = readListing(body, {}, { ask });
    const lines = [visible(cut(text)), ...linesOf(whole, ask), ...linesAsBody(body, whole)];
    for (const chunk of pieceSizes(body.length)) {
      expect(linesOf(readListing(body, { chunk }, { ask }), ask), `${name}, ${chunk}`).toEqual(linesOf(whole, ask));
    }
    if (body.length < 10_000) {
      expectAsOracle(body, 1);
      const why = whole.problem?.code === 'empty' ? 'truncated' : whole.problem?.code;
      expect(readListing(body, { complete: false }).problem?.code, name).toBe(why);
    }
    return [name, ...lines.map((line) => `  ${line}`), ''].join('\n');
  });
  await expectGolden(entries.join('\n'), 'expected/listings.txt');
});
