// The shapes of orders in measured listings. Each is a template; the server fills in the ids while it sends.

/** Orders in a template. A listing repeats the template with other ids. */
const BLOCK_ORDERS = 1000;

/** Placeholder for ten digits of an id. */
const ID_DIGITS = '##########';

const FIRST_ID = 1_000_000_000;
const inSequence = (n) => FIRST_ID + n;
/** Unique ids that are not in sequence: Knuth's multiplicative hash is a bijection on 32 bits. */
const scattered = (n) => 3_000_000_000 + (Math.imul(n, 2_654_435_761) >>> 0);

const two = (number) => String(number).padStart(2, '0');
const dateTime = (i) =>
  `2026-${two((i % 12) + 1)}-${two((i % 28) + 1)}T${two(i % 24)}:${two(i % 60)}:${two((i * 7) % 60)}Z`;
const pad = (i, least) => least + ((i * 7919) % least);

/** As most services write orders. */
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

/** Optional members, `id` first or last, and dates in four formats. */
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

/** Ids above 2^53, as of services that build ids from the time; `longest` is close to the largest int64. */
const long = (i, id) => uniform(i, `180000000${id}`).replace('"petId":', '"petId":9007199254');
const longest = (i, id) => uniform(i, `910000000${id}`).replace('"petId":', '"petId":9007199254');

/** Numbers with more digits than a double holds, or with an exponent. */
const fractions = (i, id) =>
  uniform(i, id).replace(
    /}$/,
    `,"weight":1.5e-${(i % 9) + 1},"latitude":${i % 90}.${'12345678901234567'},"rate":0.1e-5}`,
  );

/** Name → the text of an order, and the id of the n-th order. */
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

/** The orders of a shape as blocks of bytes, each order after a comma, all with different ids. */
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

/** Writes two halves of five digits: dividing 32-bit integers is faster, and the server must be faster than any reader. */
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
