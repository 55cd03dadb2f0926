import { headerValues } from '../evidence/exchange.js';
import type { Request } from '../evidence/request.js';
import { CREDENTIALS, type FaultyCredential, faultyCredentials } from '../interface/interface.js';
import { gets401, header, refusesBadKeys, token } from './5-authentication.js';
import { refusalsOfKey } from './answers/answers.js';
import type { ClauseFile } from './terms/clause.js';
import { REPAIRS } from './terms/repair.js';
import { isUnlikeKey } from './terms/requests.js';
import { held } from './terms/rule.js';
import { type Scenario, scenario } from './terms/scenario.js';

/** In many services, other code answers a listing with a query. */
const withQuery: Scenario['requests'] = {
  'probe-query': { stage: 'beside', role: 'refused', credential: 'missing', query: 'limit=1' },
};

const listingWith = (credential: FaultyCredential): Scenario =>
  scenario({
    id: `auth-list-${credential}`,
    title: `A listing with ${CREDENTIALS[credential].words} is refused`,
    listings: ['before'],
    requests: {
      // Two go out beside the first listing: if all three get the same answer, the address of the service is wrong.
      probe: { stage: isUnlikeKey(credential) ? 'look' : 'kept', role: 'refused', credential },
      ...(credential === 'missing' ? withQuery : {}),
    },
  });

/** A listing for each kind of bad key. */
export const listingsWithoutKey = Object.fromEntries(
  faultyCredentials.map((credential) => [credential, listingWith(credential)]),
) as Readonly<Record<FaultyCredential, Scenario>>;

const refusals = refusesBadKeys('list', (credential) => {
  const isAbout = (request: Request) => request.aim.kind === 'listing' && request.credential === credential;
  return gets401([listingsWithoutKey[credential]], { isAbout, isBrokenBy: isAbout });
});

const challenge = token.should('auth.www-authenticate', {
  text: 'A 401 carries a `WWW-Authenticate` header.',
  why: 'RFC 9110 §15.5.2 requires it; the contract does not mention it.',
  fix: REPAIRS.challenge,
  needs: [listingsWithoutKey.missing],
  answers: refusalsOfKey,
  judge: ({ exchange, response }) =>
    headerValues(response, 'www-authenticate').some((value) => value.trim() !== '')
      ? held(exchange)
      : {
          message: 'The 401 does not say how to authenticate.',
          expected: 'WWW-Authenticate: Bearer',
          actual: 'no WWW-Authenticate',
          at: 'header WWW-Authenticate',
          exchange,
        },
});

export const letterCase = scenario({
  id: 'auth-scheme-letter-case',
  title: 'The letter case of the scheme `Bearer` is observed',
  requests: { probe: { stage: 'beside', role: 'letter-case', credential: 'valid-lowercase-scheme' } },
});

const schemeLetterCase = header.open(
  'scheme-letter-case',
  'Does the letter case of the scheme `Bearer` matter?',
  (evidence) =>
    evidence
      .answered(({ credential }) => credential === 'valid-lowercase-scheme')
      .map(({ status }) => ({ observed: status === 200 ? '`bearer` is accepted' : `\`bearer\` gets ${status}` })),
);

export const listingKey: ClauseFile = { demands: [...refusals, challenge], questions: [schemeLetterCase] };
