import { type Answer, answered, type Evidence } from '../runner/evidence/evidence.js';
import { readerOf } from '../runner/evidence/plan.js';
import { sharedListingOf } from '../runner/evidence/request.js';
import { inconclusive, isUnjudged, type Unjudged } from '../runner/evidence/unjudged.js';
import { acceptsKey, isAuthorized } from './answers.js';

const KEY_REFUSED =
  'The listing refuses the API key (401), and no cancel showed that the target accepts it. Is it the key for this address?';

/** The shared listings, as far as they can be judged: a 401 for the valid key is most often a wrong key. */
export function listings(evidence: Evidence): (Answer | Unjudged)[] {
  const isRefused = ({ status }: Answer) => status === 401;
  const results = evidence.answers(
    ({ role, aim, credential }) =>
      role === 'listing' || (role === 'accept' && aim.kind === 'listing' && credential === 'valid'),
  );
  const [before] = answered(results);
  const accepted = evidence.answered(isAuthorized).some(acceptsKey);
  return results.map((result) => {
    if (isUnjudged(result)) return result;
    const isSecond = (sharedListingOf(result.request) ?? 'before') !== 'before';
    if (isSecond ? before && isRefused(before) : isRefused(result) && !accepted)
      return inconclusive(KEY_REFUSED, isSecond ? readerOf(evidence.plan, 'after') : undefined);
    return result;
  });
}

/** The same without what keeps the second one from being judged: `list.status` tells that. */
export const shownListings = (evidence: Evidence): (Answer | Unjudged)[] =>
  listings(evidence).filter((result, index) => index === 0 || !isUnjudged(result));
