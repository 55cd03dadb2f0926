// The spellings of orders that listings are measured with. Each is a template whose ids are patched in while it is sent.

/** Orders in a template: a listing repeats them with other ids. */
const BLOCK_ORDERS = 1000;

/** Stands in an order's text where ten digits of its id are patched in. */
const ID_DIGITS = '##########';

const FIRST_ID = 1_000_000_000;
const inSequence = (n) => FIRST_ID + n;
/** A bijection on 32 bits (Knuth's multiplicative hash) above 3 × 10^9: no two orders in a row have ids in a row. */
const scattered = (n) => 3_000_000_000 + (Math.imul(n, 2_654_435_761) >>> 0);

const two = (number) => String(number).padStart(2, '0');
const dateTime = (i) =>
  `2026-${two((i % 12) + 1)}-${two((i % 28) + 1)}T${two(i % 24)}:${two(i % 60)}:${two((i * 7) % 60)}Z`;
const pad = (i, least) => least + ((i * 7919) % least);

/** About 112 bytes, as most services write them. */
const uniform = (i, id) =>
  `{"id":${id},"petId":${pad(i, 100_000)},"quantity":${(i % 9) + 1},"shipDate":"${dateTime(i)}","complete":${i % 3 === 0},"status":"placed"}`;

const spaced = (i, id) =>
  `\n  ${uniform(i, id).replace(/[{,]/g, '$&\n    ').replace(/":/g, '": ').replace('}', '\n  }')}`;

const CITIES = ['Zürich', '東京', 'São Paulo', 'Kraków', 'Αθήνα', 'Québec 🏒'];
const nested = (i, id) =>
  uniform(i, id).replace(
    /}$/,
    `,"customer":{"name":"Zoë Nuñez ${i}","address":{"city":"${CITIES[i % CITIES.length]}","lines":["${i} Rue de l’Église","\\u00c9tage ${i % 7}"]}},"tags":["größer",null,{"weight":${i % 40}.5}]}`,
  );

/** Members come and go, in two orders, dates in four spellings. */
const varying = (i, id) => {
  const spellings = [
    dateTime(i),
    dateTime(i).replace('Z', '.250Z'),
    dateTime(i).replace('Z', '+02:00'),
    dateTime(i).replace('Z', '.123456-08:00'),
  ];
  const members = [
    ...(i % 2 ? [`"petId":${i + 1}`] : []),
    ...(i % 3 ? [`"quantity":${i}`] : []),
    ...(i % 5 ? [`"shipDate":"${spellings[i % 4]}"`] : []),
    ...(i % 7 ? [`"complete":${i % 4 === 0}`] : []),
    ...(i % 11 ? [`"note":"${'ring the bell '.repeat(i % 4)}"`] : []),
  ];
  return `{${(i % 4 === 3 ? [...members, `"id":${id}`] : [`"id":${id}`, ...members]).join(',')}}`;
};

/** Ids beyond 2^53 everywhere: as services that put the time into them do it, and close to the end of int64. */
const long = (i, id) => uniform(i, `180000000${id}`).replace('"petId":', '"petId":9007199254');
const longest = (i, id) => uniform(i, `910000000${id}`).replace('"petId":', '"petId":9007199254');

/** Numbers that a double does not hold exactly, or that an exponent makes small. */
const fractions = (i, id) =>
  uniform(i, id).replace(
    /}$/,
    `,"weight":1.5e-${(i % 9) + 1},"latitude":${i % 90}.${'12345678901234567'},"rate":0.1e-5}`,
  );

/** By name: how an order is spelled, and which number the n-th has. */
export const shapes = {
  uniform: { text: uniform, id: inSequence },
  spaced: { text: spaced, id: inSequence },
  nested: { text: nested, id: inSequence },
  fractions: { text: fractions, id: inSequence },
  varying: { text: varying, id: inSequence },
  'long-ids': { text: long, id: inSequence },
  'longest-ids': { text: longest, id: inSequence },
  'scattered-ids': { text: uniform, id: scattered },
};

/** The orders of a shape as blocks of bytes, each order with a comma before it, every id another. */
export class OrderBlocks {
  orders = BLOCK_ORDERS;
  #template;
  #offsets = [];
  #id;

  constructor(shape) {
    const texts = Array.from({ length: BLOCK_ORDERS }, (_, i) => `,${shape.text(i, ID_DIGITS)}`);
    this.#template = Buffer.from(texts.join(''));
    let at = this.#template.indexOf(ID_DIGITS);
    for (; at >= 0; at = this.#template.indexOf(ID_DIGITS, at + 1)) this.#offsets.push(at);
    this.#id = shape.id;
  }

  get length() {
    return this.#template.length;
  }

  block(number) {
    const bytes = Buffer.from(this.#template);
    const first = number * BLOCK_ORDERS;
    for (let i = 0; i < BLOCK_ORDERS; i++) writeDigits(bytes, this.#offsets[i], this.#id(first + i));
    return bytes;
  }
}

/** In halves: integers of 32 bits are divided several times faster, and the server must outrun every reader. */
function writeDigits(bytes, offset, number) {
  const high = Math.floor(number / 100_000);
  writeFiveDigits(bytes, offset, high);
  writeFiveDigits(bytes, offset + 5, number - high * 100_000);
}

function writeFiveDigits(bytes, offset, number) {
  let rest = number | 0;
  for (let at = offset + 4; at >= offset; at--) {
    const tens = (rest / 10) | 0;
    bytes[at] = 48 + rest - tens * 10;
    rest = tens;
  }
}
