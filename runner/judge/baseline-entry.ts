/** A known deviation: what its owner accepts, why, and until when. It names a requirement, a cause, or both. */
export interface BaselineEntry {
  /** The id of the broken requirement. Absent: every requirement that the cause breaks. */
  readonly requirement?: string;
  /** The id of a cause: only deviations with this cause are known. Absent: all deviations from the requirement. */
  readonly cause?: string;
  readonly reason: string;
  /** The URL of the issue that tracks the repair. */
  readonly issue?: string;
  /** The last day on which the deviation is accepted, in UTC: `2027-01-31`. */
  readonly expires: string;
}

/**
 * known: the requirement is broken as the entry says. expired: the last day has passed. unneeded: the requirement was
 * judged and held. unjudged: it was not judged, so nothing is known. An entry that is expired or unneeded makes the
 * baseline out of date.
 */
export type BaselineState = 'known' | 'expired' | 'unneeded' | 'unjudged';

export interface BaselineResult extends BaselineEntry {
  readonly state: BaselineState;
  /** A sentence about the entry ("It …"): what to do about it, or why nothing is known. */
  readonly remark?: string;
}
