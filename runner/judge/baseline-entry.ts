/** A known deviation: what its owner accepts, why, and until when. It names a requirement, a cause, or both. */
export interface BaselineEntry {
  /** The id of the requirement that is broken. Absent: all that the cause breaks. */
  readonly requirement?: string;
  /** The id of a cause: only deviations that have it are known. Absent: all deviations from the requirement. */
  readonly cause?: string;
  readonly reason: string;
  /** Where the repair is tracked: a URL. */
  readonly issue?: string;
  /** The last day on which it is accepted, in UTC: `2027-01-31`. */
  readonly expires: string;
}

/**
 * known: it is broken, as the entry says. expired: the day has passed. unneeded: it was judged, and it held. unjudged:
 * it was not judged, so nothing is known. Where an entry is expired or unneeded, the baseline is out of date.
 */
export type BaselineState = 'known' | 'expired' | 'unneeded' | 'unjudged';

export interface BaselineResult extends BaselineEntry {
  readonly state: BaselineState;
  /** What to do about the entry ("It …"), where there is something to do, or why nothing is known. */
  readonly remark?: string;
}
