import type { Situation } from './situation.js';

/** The answers of the reference that have a body, by what the contract says of them. */
export type BodyKind = 'listing' | '401' | '404' | '409';

/** How a server's changed answer reaches the client; `off` says how far `Content-Length` is off. */
export type Framing = 'chunked' | 'chunks-cut-off' | 'until-close' | { readonly off: number };

/** One deviation from the reference, permitted or not: data alone, for the server and the oracle. */
export type Mutation =
  | { readonly kind: 'status'; readonly situation: Situation; readonly status: number }
  | {
      readonly kind: 'header';
      readonly answer: BodyKind;
      readonly only?: Situation | undefined;
      readonly name: string;
      readonly value: string | undefined;
    }
  | { readonly kind: 'framing'; readonly answer: BodyKind; readonly framing: Framing }
  | {
      readonly kind: 'no-content';
      readonly headers: readonly (readonly [name: string, value: string])[];
      readonly after: string;
    };
