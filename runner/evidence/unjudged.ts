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
  /** The text of the id of an exchange that must be right before this can be judged. */
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
