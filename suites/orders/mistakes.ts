import type { Order } from '../../runner/evidence/request.js';
import type { RequirementId } from '../catalogue.generated.js';
import type { Suspect } from './suspects.js';
import type { Sighting } from './timeline.js';

/** What explains that an order is not as it must be: somebody changed it, the answer that shows it is wrong, or the fixtures. */
export type Mistake = Suspect | 'status' | 'connection' | 'incomplete' | 'fixture';

interface MistakeInfo {
  /** What it breaks, where it explains this sighting of this order; nothing, where it is not the target's. */
  breaks(order: Order, sighting: Sighting): RequirementId | undefined;
  /** How much it asks to be believed: of explanations that are as many, the cheapest is the likeliest. */
  readonly cost: number;
  /** What happened, as a clause. */
  readonly words: string;
}

const always = (requirement: RequirementId) => (): RequirementId => requirement;

/**
 * All mistakes by which orders are explained. Where two ask the same to be believed, the earlier is the likelier. The costs
 * were found with `test/simulator`: a change of any of them shows there.
 */
export const MISTAKES: Readonly<Record<Mistake, MistakeInfo>> = {
  'without-key': {
    breaks: always('auth.no-effect'),
    cost: 10,
    words: 'a refused cancel without a valid key changed it',
  },
  connection: {
    breaks: always('cancel.told-apart'),
    cost: 5,
    words: 'the answer is that to the request before it on its connection',
  },
  'own-cancel': {
    // Only of a shipped order does the contract say that its own cancel leaves it.
    breaks: ({ state }) => (state === 'shipped' ? 'cancel.shipped.unchanged' : 'cancel.others-untouched'),
    cost: 10,
    words: 'its own refused cancel changed it',
  },
  neighbour: {
    breaks: always('cancel.told-apart'),
    cost: 10,
    words: 'a refused cancel of an unknown id that is like its id changed it',
  },
  text: {
    breaks: always('cancel.not-int64'),
    cost: 10,
    words: 'a cancel of what is not the id of any order changed it',
  },
  others: {
    breaks: always('cancel.others-untouched'),
    cost: 15,
    words: 'a cancel of another order changed it',
  },
  refused: {
    breaks: always('cancel.others-untouched'),
    cost: 33,
    words: 'a refused cancel of another id changed it',
  },
  status: {
    breaks: ({ state }, { exchange: { request } }) => {
      if (state === 'pending') return 'cancel.pending.status';
      return request.role === 'cancel' ? 'cancel.shipped.status' : 'cancel.shipped.unchanged';
    },
    cost: 15,
    words: 'its own cancel is answered wrongly',
  },
  incomplete: {
    breaks: always('list.complete'),
    cost: 40,
    words: 'the listing leaves it out',
  },
  fixture: {
    breaks: () => undefined,
    cost: 10,
    words: 'the fixture is wrong (an earlier run, or somebody else, may have used it up)',
  },
};

/** What is against an explanation, on top of its cost. */
export const AGAINST = {
  /** It had ended before the order was last seen as declared: only an effect that takes its time explains that. */
  late: 20,
  /** It names another order or id; so does every cancel that is `refused`, whose cost says so. */
  far: 36,
  /** It is a text that looks like another order's id, or like none: as likely as a refused cancel of another id. */
  farText: 23,
  /** Another order in the same state outlived the same; or its own cancel was answered as it must be before. */
  harmless: 15,
  /** The same, of what is selective: one may take some orders along and leave others, and answer the cancels of some wrongly. */
  selective: 5,
  /** This order had outlived cancels of others before: where all else is equal, its own cancel is answered wrongly. */
  outlived: 2,
  /** Its own cancel got another refusal than those of cancelled orders get. */
  otherAnswer: 15,
  /** Other orders were as they are declared: then this one most likely was. */
  trusted: 30,
  /** It was listed, and then left out for good: somebody may have removed it, rather. */
  forGood: 20,
  /** It was seen as declared, so somebody else must have changed it meanwhile. */
  meanwhile: 50,
} as const;

/** Explanations that are so much dearer than the best are as good. */
export const SLACK = 5;

/** Those that are so much dearer are named beside the best where each breaks a `must`. */
export const NAMED_SLACK = 20;
