/** The shared listings. The first shows which orders exist; each later one shows the orders after its stage. */
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
  /** The name that people see in progress, plan and reports. */
  readonly label: string;
  /** Describes the requests, for the dry run and `docs/architecture.md`. */
  readonly sent: string;
  /** The listing after the stage, and its purpose. */
  readonly listing?: { readonly name: SharedListing; readonly purpose: string };
  /** The stage starts together with the next one, uses idle capacity, and ends before the listing of this stage. */
  readonly until?: Stage;
  /** Pending orders are cancelled one after the other, so that an effect on another order can be attributed. */
  readonly inTurn?: true;
}

/**
 * The stages of a run, in order. A stage begins when the one before it and that one's listing have ended. Within a
 * stage, requests go out at once; requests on one connection keep the order of their scenario. A request that follows a
 * cancel on its connection ends before the last listing.
 */
export const STAGES: Readonly<Record<Stage, StageInfo>> = {
  look: {
    label: 'look',
    sent: 'the listing, and listings without a valid key, which tell a wrong address; a second one shows what changes by itself',
  },
  beside: {
    label: 'other listings',
    sent: 'what changes nothing: listings with a query or another `Accept`, and on kept connections',
    until: 'left-alone',
  },
  refused: {
    label: 'without a key',
    sent: 'cancels without a valid key, of orders of every state and of ids that no order has',
    listing: { name: 'refused', purpose: 'shows what refused cancels did' },
  },
  'not-found': {
    label: 'unknown ids',
    sent: 'cancels of ids that no order has',
    listing: { name: 'not-found', purpose: 'shows what these did' },
  },
  // Earlier listings show the effects of cancels without a key, and of cancels of unknown ids. This stage sends both.
  kept: {
    label: 'kept connections',
    sent: 'listings with any other bad key; on kept connections, cancels of an id that no order has, with a valid key and without one',
    until: 'cancelled',
  },
  'left-alone': {
    label: 'must be refused',
    sent: 'cancels of what must be refused: neighbours of pending orders, shipped and other orders',
    listing: { name: 'left-alone', purpose: 'shows what cancels did that must not succeed' },
  },
  cancelled: {
    label: 'cancels',
    sent: 'cancels of pending orders, one after the other; ids on a connection that another id has used',
    listing: { name: 'after', purpose: 'shows what the cancels left' },
    inTurn: true,
  },
  texts: {
    label: 'ids of no order',
    sent: 'cancels of what is not the id of an order, or only looks like one: texts, 0 and negative ids, neighbours of shipped orders; bad keys for an order that was cancelled and for ids that got 404',
    listing: { name: 'texts', purpose: 'shows what these did' },
  },
  again: {
    label: 'second cancels',
    sent: 'second cancels, with a valid key and without; races; orders that nothing has touched',
    listing: { name: 'last', purpose: 'shows what is left after the last cancel' },
  },
};

export const STAGE_NAMES = Object.keys(STAGES) as readonly Stage[];

/** The stages that follow one another. The others run alongside. */
export const CONSECUTIVE_STAGES = STAGE_NAMES.filter((stage) => STAGES[stage].until === undefined);
