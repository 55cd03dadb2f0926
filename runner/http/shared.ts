import type { BodyRecord, Header, ResponseRecord } from '../evidence/exchange.js';

/** A longer body mostly differs at its end, so it is kept as it came. */
const MAX_BODY_BYTES = 4096;
const MAX_FIELD_LENGTH = 256;

/** The most bodies, and the most fields, that are kept: a target whose responses all differ takes no more memory. */
const MAX_ENTRIES = 1000;

/** Keeps once what responses have in common: `--repeat` may get ten thousands of them that are the same. */
export class Shared {
  readonly #bodies = new Map<string, BodyRecord>();
  readonly #fields = new Map<string, Header>();

  response(response: ResponseRecord): ResponseRecord {
    return { ...response, headers: this.headers(response.headers), body: this.#body(response.body) };
  }

  headers(headers: readonly Header[]): readonly Header[] {
    return headers.map((field) => {
      const key = field.join(':');
      return key.length > MAX_FIELD_LENGTH ? field : known(this.#fields, key, () => field);
    });
  }

  #body(body: BodyRecord): BodyRecord {
    const { length, head, whole, codings, end } = body;
    if (head.length > MAX_BODY_BYTES) return body;
    const key = [end, whole, length, codings, Buffer.from(head).toString('latin1')].join();
    // A slice of what Node read would keep the whole piece, often 8 KiB.
    return known(this.#bodies, key, () => {
      const own = Buffer.alloc(head.length);
      own.set(head);
      return { ...body, head: own };
    });
  }
}

function known<Value>(values: Map<string, Value>, key: string, make: () => Value): Value {
  const value = values.get(key) ?? make();
  if (values.size >= MAX_ENTRIES) values.clear();
  values.set(key, value);
  return value;
}
