import type { Fault } from '../fault.js';
import type { Behaviour, Call } from '../steps.js';
import { type CredentialKind, credentialKinds, wrongKeys } from './credential-kinds.js';

type Operation = Call['operation'];
const bothOperations: readonly Operation[] = ['listOrders', 'cancelOrder'];

/** The claim of a request: its scheme in lower case, and its key. Both are empty without a header. */
export const claimOf = ({ authorization }: Call): { readonly scheme: string; readonly key: string } => {
  const [scheme = '', ...key] = (authorization ?? '').split(' ');
  return { scheme: scheme.toLowerCase(), key: key.join(' ').trim() };
};

export const bearerKey = (call: Call): string => {
  const { scheme, key } = claimOf(call);
  return scheme === 'bearer' ? key : '';
};

const accepting =
  (accepts: (call: Call) => boolean, operations = bothOperations): Behaviour =>
  ({ authenticate }) => ({
    authenticate: (call) => authenticate(call) || (operations.includes(call.operation) && accepts(call)),
  });

/** The suite probes `auth.first` without a key and with a wrong one, for every kind of order. */
const requirementsOf = (kinds: readonly CredentialKind[], operations: readonly Operation[]): readonly string[] => {
  const cancels = operations.includes('cancelOrder');
  return [
    ...(operations.includes('listOrders') ? kinds.map((kind) => `auth.list.${kind}`) : []),
    ...(cancels ? kinds.map((kind) => `auth.cancel.${kind}`) : []),
    ...(cancels && kinds.some((kind) => kind === 'missing' || kind === 'wrong') ? ['auth.first'] : []),
  ];
};

export interface Acceptance {
  readonly id: string;
  readonly summary: string;
  readonly who: string;
  readonly kinds: readonly CredentialKind[];
  readonly accepts: (call: Call) => boolean;
  readonly operations?: readonly Operation[];
}

const acceptances: readonly Acceptance[] = [
  {
    id: 'accepts-missing-header',
    summary: 'lets requests without an Authorization header through',
    who: 'A check that runs only `if (header)`.',
    kinds: ['missing'],
    accepts: ({ authorization }) => authorization === undefined,
  },
  {
    id: 'accepts-missing-header-on-listing',
    summary: 'lists without an Authorization header',
    who: 'A router that leaves safe methods to anonymous users, such as `IsAuthenticatedOrReadOnly`.',
    kinds: ['missing'],
    accepts: ({ authorization }) => authorization === undefined,
    operations: ['listOrders'],
  },
  {
    id: 'accepts-missing-header-on-cancel',
    summary: 'cancels without an Authorization header',
    who: 'Middleware that was registered for one route only.',
    kinds: ['missing'],
    accepts: ({ authorization }) => authorization === undefined,
    operations: ['cancelOrder'],
  },
  {
    id: 'accepts-empty-header',
    summary: 'accepts an empty Authorization header',
    who: 'A check for the presence of the header in place of its value.',
    kinds: ['empty'],
    accepts: ({ authorization }) => authorization === '',
  },
  {
    id: 'accepts-no-key',
    summary: 'accepts `Bearer` without a key',
    who: 'A comparison with a key that is not configured, and therefore empty.',
    kinds: ['no-key'],
    accepts: ({ authorization }) => authorization?.trim().toLowerCase() === 'bearer',
  },
  {
    id: 'accepts-any-key',
    summary: 'accepts every key, as long as there is one',
    who: 'Authentication that was stubbed for development, and stayed.',
    kinds: wrongKeys,
    accepts: (call) => bearerKey(call) !== '',
  },
  {
    id: 'accepts-any-key-on-listing',
    summary: 'lists with every key',
    who: 'A cache in front of the service that looks at the presence of the header only.',
    kinds: wrongKeys,
    accepts: (call) => bearerKey(call) !== '',
    operations: ['listOrders'],
  },
  {
    id: 'accepts-any-key-on-cancel',
    summary: 'cancels with every key',
    who: 'A handler that was added later, without the check that the others have.',
    kinds: wrongKeys,
    accepts: (call) => bearerKey(call) !== '',
    operations: ['cancelOrder'],
  },
  {
    id: 'compares-length-of-key',
    summary: 'accepts every key of the right length',
    who: 'A constant-time comparison written by hand that gives up its result.',
    kinds: ['wrong', 'first-changed', 'last-changed', 'case'],
    accepts: (call) => bearerKey(call).length === call.apiKey.length,
  },
  {
    id: 'accepts-longer-key',
    summary: 'accepts a key that only starts with the valid one',
    who: '`sent.startsWith(key)`, or `strncmp` with the length of the valid key.',
    kinds: ['longer', 'extra-word'],
    accepts: (call) => bearerKey(call).startsWith(call.apiKey),
  },
  {
    id: 'accepts-shorter-key',
    summary: 'accepts the first characters of the key',
    who: '`key.startsWith(sent)`, or `strncmp` with the length of the sent key.',
    kinds: ['shorter'],
    accepts: (call) => bearerKey(call) !== '' && call.apiKey.startsWith(bearerKey(call)),
  },
  {
    id: 'accepts-any-prefix-of-key',
    summary: 'accepts the first characters of the key, none included',
    who: '`key.startsWith(sent)` with a sent key that may be empty.',
    kinds: ['no-key', 'shorter'],
    accepts: (call) => claimOf(call).scheme === 'bearer' && call.apiKey.startsWith(bearerKey(call)),
  },
  {
    id: 'ignores-letter-case-of-key',
    summary: 'compares the key without regard to letter case',
    who: 'A database column with a case-insensitive collation, MySQL’s default.',
    kinds: ['case'],
    accepts: (call) => bearerKey(call).toLowerCase() === call.apiKey.toLowerCase(),
  },
  {
    id: 'accepts-key-without-scheme',
    summary: 'accepts the key without a scheme',
    who: '`header.replace("Bearer ", "")`, which leaves other values as they are.',
    kinds: ['no-scheme'],
    accepts: ({ authorization, apiKey }) => authorization === apiKey,
  },
  {
    id: 'accepts-basic',
    summary: 'accepts the key under the scheme Basic',
    who: 'Services that take the key as a user name as well.',
    kinds: ['basic', 'basic-user', 'basic-password', 'basic-user-password'],
    accepts: (call) => {
      const { scheme, key } = claimOf(call);
      const named = Buffer.from(key, 'base64').toString().split(':');
      return scheme === 'basic' && (key === call.apiKey || named.includes(call.apiKey));
    },
  },
  {
    id: 'ignores-words-after-key',
    summary: 'accepts the key with another word after it',
    who: '`header.split(" ")[1]`, without a check of the rest.',
    kinds: ['extra-word'],
    accepts: ({ authorization, apiKey }) => authorization?.startsWith(`Bearer ${apiKey} `) === true,
  },
  {
    id: 'accepts-other-schemes',
    summary: 'accepts the key under schemes such as `Token` or `ApiKey`',
    who: 'A service that moved from `Token` to `Bearer`, and accepts any scheme but Basic.',
    kinds: ['other-scheme'],
    accepts: (call) => !['', 'basic'].includes(claimOf(call).scheme) && claimOf(call).key === call.apiKey,
  },
  {
    id: 'accepts-token-scheme',
    summary: 'accepts the key under the scheme `Token`, too',
    who: 'Rails’ authenticate_with_http_token, which reads `Token` as it reads `Bearer`.',
    kinds: ['other-scheme'],
    accepts: (call) => claimOf(call).scheme === 'token' && claimOf(call).key === call.apiKey,
  },
  {
    id: 'accepts-any-scheme',
    summary: 'accepts the key under every scheme',
    who: '`header.split(" ")[1]`, without a check of the scheme.',
    kinds: ['basic', 'other-scheme'],
    accepts: (call) => claimOf(call).key === call.apiKey,
  },
  {
    id: 'searches-header-for-key',
    summary: 'accepts every header that contains the key',
    who: '`header.includes(key)`.',
    kinds: ['longer', 'longer-start', 'extra-word', 'no-scheme', 'basic', 'other-scheme'],
    accepts: ({ authorization, apiKey }) => authorization?.includes(apiKey) === true,
  },
  {
    id: 'public-listing',
    summary: 'lists for everybody',
    who: 'A catalogue that was public before it held orders.',
    kinds: credentialKinds,
    accepts: () => true,
    operations: ['listOrders'],
  },
  {
    id: 'public-cancel',
    summary: 'cancels for everybody',
    who: 'An internal service that trusted its network.',
    kinds: credentialKinds,
    accepts: () => true,
    operations: ['cancelOrder'],
  },
];

/** A fault that accepts these credentials. */
export const acceptanceFault = (acceptance: Acceptance): Fault => {
  const { id, summary, who, kinds, accepts, operations = bothOperations } = acceptance;
  const requirements = requirementsOf(kinds, operations);
  return { id, summary, who, requirements, behaviour: accepting(accepts, operations) };
};

export const authenticationFaults: readonly Fault[] = acceptances.map(acceptanceFault);
