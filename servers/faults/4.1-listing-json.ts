import { onListing } from '../changes.js';
import type { Fault } from '../fault.js';
import { bodyText, withBody, withHeader, withoutHeader } from '../reply.js';
import type { Behaviour } from '../steps.js';
import { compressedHalf, cutOff, headText, sendingRaw } from '../wire.js';

const respelled = (respell: (text: string) => string | Uint8Array): Behaviour =>
  onListing((reply) => withBody(reply, respell(bodyText(reply))));

/** Puts bytes into the note of an order, as a careless encoder would. */
const noting = (bytes: readonly number[]): Behaviour =>
  respelled((text) => Buffer.from(text.replace('ring the bell', Buffer.from(bytes).toString('latin1')), 'latin1'));

const chunkedWithoutEnd: Behaviour = sendingRaw(
  ({ status }) => status === 200,
  (reply) => {
    const body = reply.body ?? Buffer.alloc(0);
    const head = headText({ ...reply, headers: [...reply.headers, ['Transfer-Encoding', 'chunked']] });
    return [head, `${body.byteLength.toString(16)}\r\n`, body, '\r\n'];
  },
);

interface WrongSpelling {
  readonly id: string;
  readonly summary: string;
  readonly who: string;
  readonly behaviour: Behaviour;
  readonly requirements?: readonly string[];
}

const spellings: readonly WrongSpelling[] = [
  {
    id: 'byte-order-mark',
    summary: 'sends the listing after a byte order mark',
    who: '.NET’s `Encoding.UTF8`, and files that a Windows editor has saved.',
    behaviour: respelled((text) => `\uFEFF${text}`),
  },
  {
    id: 'nan',
    summary: 'lists a quantity that is NaN',
    who: 'Python’s `json.dumps` and pandas, without `allow_nan=False`.',
    behaviour: respelled((text) => text.replace('"quantity":40', '"quantity":NaN')),
  },
  {
    id: 'infinity',
    summary: 'lists a quantity that is -Infinity',
    who: 'Divisions by zero, written by Python or Gson.',
    behaviour: respelled((text) => text.replace('"quantity":40', '"quantity":-Infinity')),
  },
  {
    id: 'leading-zero',
    summary: 'spells a quantity with a leading zero',
    who: 'COBOL records and other zero-padded sources.',
    behaviour: respelled((text) => text.replace('"quantity":40', '"quantity":040')),
  },
  {
    id: 'trailing-comma',
    summary: 'ends the listing with a comma',
    who: 'Templates that write a comma after each element.',
    behaviour: respelled((text) => text.replace(/\]$/, ',]')),
  },
  {
    id: 'trailing-garbage',
    summary: 'sends a comment after the listing',
    who: 'Debug toolbars and hosting providers that append to every page.',
    behaviour: respelled((text) => `${text}\n<!-- served in 3 ms -->`),
  },
  {
    id: 'listing-twice',
    summary: 'sends the listing twice',
    who: 'Two handlers that both write, one without a `return`.',
    behaviour: respelled((text) => text + text),
  },
  {
    id: 'json-lines',
    summary: 'sends an order a line, without brackets and commas',
    who: 'Exports as NDJSON.',
    behaviour: respelled((text) => text.slice(1, -1).replaceAll('},{', '}\n{')),
  },
  {
    id: 'comment',
    summary: 'sends a comment inside of the listing',
    who: 'JSON5 and JSONC files that are served as they are.',
    behaviour: respelled((text) => text.replace(',', ', /* expected */ ')),
  },
  {
    id: 'single-quotes',
    summary: 'writes strings in single quotes',
    who: 'Python’s `str(list)`.',
    behaviour: respelled((text) => text.replaceAll('"', "'")),
  },
  {
    id: 'control-character',
    summary: 'lists text with a line break that is not escaped',
    who: 'JSON that is put together from strings.',
    behaviour: noting([0x61, 0x0a, 0x62]),
  },
  {
    id: 'latin-1',
    summary: 'lists text in Latin-1',
    who: 'Databases and Java services that use the platform’s encoding.',
    behaviour: noting([0x43, 0x61, 0x66, 0xe9]),
  },
  {
    id: 'overlong-utf-8',
    summary: 'lists text in overlong UTF-8',
    who: 'Java’s modified UTF-8, which spells U+0000 as two bytes.',
    behaviour: noting([0xc0, 0xaf]),
  },
  {
    id: 'surrogates-in-utf-8',
    summary: 'lists text with surrogates encoded one by one',
    who: 'CESU-8, from Oracle’s `UTF8` and MySQL connectors.',
    behaviour: noting([0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80]),
  },
  {
    id: 'utf-16',
    summary: 'sends the listing in UTF-16',
    who: 'Windows services that write `wchar_t`.',
    behaviour: respelled((text) => Buffer.from(`\uFEFF${text}`, 'utf16le')),
  },
  {
    id: 'empty-body',
    summary: 'answers a listing with 200 and an empty body',
    who: 'Handlers that fail after the status line.',
    behaviour: respelled(() => ''),
  },
  {
    id: 'empty-body-without-type',
    summary: 'answers a listing with 200, an empty body and no Content-Type',
    who: 'Frameworks that write no headers for a handler that returned nothing.',
    behaviour: onListing((reply) => withoutHeader(withBody(reply, ''), 'Content-Type')),
  },
  {
    id: 'cut-off',
    summary: 'sends less of the listing than announced',
    who: 'A Content-Length that counts characters, or a worker that was killed.',
    behaviour: cutOff(({ status }) => status === 200),
  },
  {
    id: 'chunked-without-end',
    summary: 'sends the listing in chunks, without the last one',
    who: 'A worker that dies while it streams; proxies with a time limit.',
    behaviour: chunkedWithoutEnd,
  },
  {
    id: 'half-a-listing',
    summary: 'sends half of a listing as if it was the whole',
    who: 'A buffer of a fixed size.',
    behaviour: respelled((text) => text.slice(0, text.length / 2)),
  },
  {
    id: 'not-gzip',
    summary: 'announces gzip, and sends plain text',
    who: 'Two layers that each believe that the other one compresses.',
    behaviour: onListing((reply) => withHeader(reply, 'Content-Encoding', 'gzip')),
  },
  {
    id: 'gzip-cut-off',
    summary: 'sends half of the compressed listing',
    who: 'Compressors that are not flushed at the end.',
    behaviour: onListing(compressedHalf),
  },
  {
    id: 'html-listing',
    summary: 'answers a listing with 200 and an HTML page',
    who: 'Single-page applications whose server sends `index.html` for unknown paths.',
    behaviour: onListing((reply) =>
      withBody(withHeader(reply, 'Content-Type', 'text/html'), '<!doctype html><title>Orders</title>'),
    ),
    requirements: ['list.content-type', 'list.json'],
  },
];

export const listingJsonFaults: readonly Fault[] = spellings.map(({ id, requirements = ['list.json'], ...rest }) => ({
  id: `list-${id}`,
  requirements,
  ...rest,
}));
