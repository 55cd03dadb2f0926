/** A JSON value with nothing lost: numbers as spelled, members in their order with their repetitions. */
export type JsonValue =
  | { readonly type: 'null' | 'boolean' }
  | { readonly type: 'number'; readonly text: string }
  | { readonly type: 'string'; readonly value: string }
  | { readonly type: 'array'; readonly items: readonly JsonValue[] }
  | { readonly type: 'object'; readonly members: readonly (readonly [name: string, value: JsonValue])[] };

export type JsonObject = Extract<JsonValue, { type: 'object' }>;

/** RFC 8259, with UTF-8 and without a byte order mark (§8.1); undefined for anything else. */
export function readJson(bytes: Uint8Array): JsonValue | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    JSON.parse(text);
    return new Tokens(text).value();
  } catch {
    return undefined;
  }
}

/** Reads a text that `JSON.parse` has accepted, so that nothing here has to be checked again. */
class Tokens {
  readonly #tokens: readonly string[];
  #next = 0;

  constructor(text: string) {
    this.#tokens = text.match(/"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s"{}[\]:,]+/g) ?? [];
  }

  value(): JsonValue {
    const token = this.#take();
    switch (token[0]) {
      case '{':
        return { type: 'object', members: this.#list('}', () => this.#member()) };
      case '[':
        return { type: 'array', items: this.#list(']', () => this.value()) };
      case '"':
        return { type: 'string', value: JSON.parse(token) as string };
      case 'n':
        return { type: 'null' };
      case 't':
      case 'f':
        return { type: 'boolean' };
      default:
        return { type: 'number', text: token };
    }
  }

  #list<Item>(end: string, item: () => Item): readonly Item[] {
    const items: Item[] = [];
    while (this.#tokens[this.#next] !== end) {
      items.push(item());
      if (this.#tokens[this.#next] === ',') this.#next += 1;
    }
    this.#next += 1;
    return items;
  }

  #member(): readonly [string, JsonValue] {
    const name = JSON.parse(this.#take()) as string;
    this.#take();
    return [name, this.value()];
  }

  #take(): string {
    const token = this.#tokens[this.#next];
    if (token === undefined) throw new Error('The JSON text ended before its value did.');
    this.#next += 1;
    return token;
  }
}

/** Every value that an object gives a name: more than one where it repeats the member. */
export const valuesOf = ({ members }: JsonObject, wanted: string): readonly JsonValue[] =>
  members.filter(([name]) => name === wanted).map(([, value]) => value);

/** Whether some object, at any depth, repeats a member name. */
export function repeatsMember(value: JsonValue): boolean {
  switch (value.type) {
    case 'array':
      return value.items.some(repeatsMember);
    case 'object':
      return (
        new Set(value.members.map(([name]) => name)).size < value.members.length ||
        value.members.some(([, member]) => repeatsMember(member))
      );
    default:
      return false;
  }
}

/** The exact number that a JSON number spells: digits × 10^exponent, without zeros at the end of the digits. */
function exactly(text: string): { readonly digits: bigint; readonly exponent: bigint } {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const significant = `${whole}${fraction}`.replace(/0+$/, '');
  const cut = whole.length + fraction.length - significant.length;
  const digits = BigInt(significant.replace(/^-?$/, '0'));
  if (digits === 0n) return { digits, exponent: 0n };
  return { digits, exponent: BigInt(exponent.replace('+', '')) - BigInt(fraction.length) + BigInt(cut) };
}

/** `1.0` and `1e2` are integers, `1.5` and `1e-400` are none. */
export const isInteger = (value: JsonValue): boolean => value.type === 'number' && exactly(value.text).exponent >= 0n;

/** Undefined for what is not an integer from -2^63 to 2^63-1. */
export function int64Of(value: JsonValue): bigint | undefined {
  if (value.type !== 'number') return undefined;
  const { digits, exponent } = exactly(value.text);
  if (exponent < 0n || exponent > 19n) return undefined;
  const integer = digits * 10n ** exponent;
  return BigInt.asIntN(64, integer) === integer ? integer : undefined;
}
