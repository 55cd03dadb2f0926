import { stages } from './stages.generated.js';

/** The shared listings. The first shows which orders exist; each later one shows the orders after its stage. */
export const SHARED_LISTINGS = ['before', 'refused', 'not-found', 'left-alone', 'after', 'texts', 'last'] as const;

export type SharedListing = (typeof SHARED_LISTINGS)[number];

export type Stage = keyof typeof stages;

/** A row of `stages.yaml`, which says what the members mean. */
interface StageInfo {
  readonly label: string;
  readonly sent: string;
  readonly listing?: { readonly name: SharedListing; readonly purpose: string };
  readonly until?: Stage;
  readonly inTurn?: true;
}

/**
 * The stages of a run, in order. A stage begins when the one before it and that one's listing have ended. Within a
 * stage, requests go out at once; requests on one connection keep the order of their scenario. A request that follows a
 * cancel on its connection ends before the last listing.
 */
export const STAGES: Readonly<Record<Stage, StageInfo>> = stages;

export const STAGE_NAMES = Object.keys(STAGES) as readonly Stage[];

/** The stages that follow one another. The others run alongside. */
export const CONSECUTIVE_STAGES = STAGE_NAMES.filter((stage) => STAGES[stage].until === undefined);
