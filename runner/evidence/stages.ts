/** The shared listings: the first shows what exists, and each other one what the stage before it left. */
export const SHARED_LISTINGS = ['before', 'refused', 'not-found', 'left-alone', 'after', 'texts', 'last'] as const;

export type SharedListing = (typeof SHARED_LISTINGS)[number];

export type Stage =
  | 'look'
  | 'beside'
  | 'refused'
  | 'not-found'
  | 'kept'
  | 'left-alone'
  | 'cancelled'
  | 'texts'
  | 'again';

interface StageInfo {
  /** Its name wherever people read it: progress, plan, reports. */
  readonly shown: string;
  /** What is sent, for the dry run and `docs/architecture.md`. */
  readonly sent: string;
  /** What follows it, and what that settles. */
  readonly listing?: { readonly name: SharedListing; readonly purpose: string };
  /** It begins with the next stage, takes what room others leave, and ends before the listing of this one. */
  readonly until?: Stage;
  /** Cancels of pending orders go out one after the other, so that it can be told what one does to the next order. */
  readonly inTurn?: true;
}

/**
 * When a run sends each request. A stage begins when the one before, and its listing, have ended. Within one, everything goes
 * out at once, but for requests that share a connection: these go in the order of their scenario. A request that follows a
 * cancel in turn on its connection ends before the last listing.
 */
export const STAGES: Readonly<Record<Stage, StageInfo>> = {
  look: {
    shown: 'look',
    sent: 'the listing, and listings without a valid key, which tell a wrong address; a second one shows what changes by itself',
  },
  beside: {
    shown: 'other listings',
    sent: 'what changes nothing: listings with a query or another `Accept`, and on kept connections',
    until: 'left-alone',
  },
  refused: {
    shown: 'without a key',
    sent: 'cancels without a valid key, of orders of every state and of ids that no order has',
    listing: { name: 'refused', purpose: 'shows what refused cancels did' },
  },
  'not-found': {
    shown: 'unknown ids',
    sent: 'cancels of ids that no order has',
    listing: { name: 'not-found', purpose: 'shows what these did' },
  },
  // After the listings that show what cancels without a key did, and what those of unknown ids did: here are both.
  kept: {
    shown: 'kept connections',
    sent: 'listings with any other bad key; on kept connections, cancels of an id that no order has, with a valid key and without one',
    until: 'cancelled',
  },
  'left-alone': {
    shown: 'must be refused',
    sent: 'cancels of what must be refused: neighbours of pending orders, shipped and other orders',
    listing: { name: 'left-alone', purpose: 'shows what cancels did that must not succeed' },
  },
  cancelled: {
    shown: 'cancels',
    sent: 'cancels of pending orders, one after the other; ids on a connection that another id has used',
    listing: { name: 'after', purpose: 'shows what the cancels left' },
    inTurn: true,
  },
  texts: {
    shown: 'odd ids',
    sent: 'cancels of what is not the id of an order, or only looks like one: texts, 0 and negative ids, neighbours of shipped orders; bad keys for an order that was cancelled and for ids that got 404',
    listing: { name: 'texts', purpose: 'shows what these did' },
  },
  again: {
    shown: 'second cancels',
    sent: 'second cancels, with a valid key and without; races; orders that nothing has touched',
    listing: { name: 'last', purpose: 'shows what is left after the last cancel' },
  },
};

export const STAGE_NAMES = Object.keys(STAGES) as readonly Stage[];

/** Those that follow one another; the others ride beside them. */
export const CONSECUTIVE_STAGES = STAGE_NAMES.filter((stage) => STAGES[stage].until === undefined);
