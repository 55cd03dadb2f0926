import type { Situation } from './situation.js';

/** The kinds of answers with a body. */
export type BodyKind = 'listing' | '401' | '404' | '409';

/** The framing of a changed answer. `off` is added to `Content-Length`. */
export type Framing = 'chunked' | 'chunks-cut-off' | 'until-close' | { readonly off: number };

/** One change of the reference, conforming or not, as data for the server and the oracle. */
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
