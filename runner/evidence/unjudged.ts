/** Why something was not judged, and what to do: the one type for it, from a missing fixture to a reset connection. */
export interface Unjudged {
  /**
   * `blocked`: an order or a setting is missing. `inconclusive`: the target could not be judged. `not-applicable`: there
   * is nothing to judge here, by declaration or by nature.
   */
  readonly unjudged: 'blocked' | 'inconclusive' | 'not-applicable';
  readonly reason: string;
  /** The scenario that it happened to; absent where it concerns the requirement as a whole. */
  readonly scenario?: string;
  /** The exchange that has to be right before this can be judged, as text of its id. */
  readonly waitsFor?: string;
}

export const isUnjudged = (value: object): value is Unjudged => 'unjudged' in value;

const because =
  (unjudged: Unjudged['unjudged']) =>
  (reason: string, scenario?: string): Unjudged => ({ unjudged, reason, ...(scenario !== undefined && { scenario }) });

export const inconclusive = because('inconclusive');
export const blocked = because('blocked');
export const notApplicable = because('not-applicable');

export const isOpen = ({ unjudged }: Unjudged): boolean => unjudged !== 'not-applicable';
