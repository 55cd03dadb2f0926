/**
 * Why something was not judged, and what to do. One type covers every reason, from a missing fixture to a reset
 * connection.
 */
export interface Unjudged {
  /**
   * `blocked`: an order or a setting is missing. `inconclusive`: the target could not be judged. `not-applicable`:
   * there is nothing to judge, by declaration or by nature.
   */
  readonly unjudged: 'blocked' | 'inconclusive' | 'not-applicable';
  readonly reason: string;
  /** The scenario that was not judged. Absent if the reason concerns the whole requirement. */
  readonly scenario?: string;
  /** Absent where no repair of the target helps. */
  readonly waitsFor?: Wait;
}

/** Which deviations have to be repaired before something can be judged. Each `id` is that of an exchange, as text. */
export type Wait =
  /** Any deviation of this exchange. */
  | { readonly for: 'exchange'; readonly id: string }
  /** A deviation that keeps this listing from being read. */
  | { readonly for: 'listing'; readonly id: string }
  /** A deviation of the ids in this listing. */
  | { readonly for: 'ids-of-listing'; readonly id: string }
  /** A request that gets this each time: a status, or no response for this reason. */
  | { readonly for: 'same-refusal'; readonly got: number | string }
  /** A request that never gets a response. */
  | { readonly for: 'response' }
  /** A body that is longer than announced. */
  | { readonly for: 'length' }
  /** A wrong status in the same scenario. */
  | { readonly for: 'status' }
  /** A wrong status, or a body that cannot be read, of an answer that could have shown it. */
  | { readonly for: 'any-answer' };

export const isUnjudged = (value: object): value is Unjudged => 'unjudged' in value;

const because =
  (unjudged: Unjudged['unjudged']) =>
  (reason: string, scenario?: string, waitsFor?: Wait): Unjudged => ({
    unjudged,
    reason,
    ...(scenario !== undefined && { scenario }),
    ...(waitsFor && { waitsFor }),
  });

export const inconclusive = because('inconclusive');
export const blocked = because('blocked');
export const notApplicable = because('not-applicable');

export const isOpen = ({ unjudged }: Unjudged): boolean => unjudged !== 'not-applicable';

/** Why a request is not sent that a careless server may take for any order. */
export const NOT_DISPOSABLE =
  'The store is not declared disposable, and a careless server may cancel any order for an id that is no plain positive integer. Is everything in this store test data? Then write `disposable: true` in the fixtures.';
