import type { Fault } from '../fault.js';
import type { Call } from '../steps.js';
import { acceptanceFault, bearerKey, claimOf } from './5-authentication.js';

/** User and password of a Basic header (RFC 7617 §2). Undefined without such a header. */
const basicPair = (call: Call): { readonly user: string; readonly password: string } | undefined => {
  const { scheme, key } = claimOf(call);
  const [, user, password] = /^([^:]*):(.*)$/.exec(Buffer.from(key, 'base64').toString()) ?? [];
  return scheme === 'basic' && user !== undefined && password !== undefined ? { user, password } : undefined;
};

const withoutFirst = (key: string): string => key.slice(1);
const withoutLast = (key: string): string => key.slice(0, -1);

/** Faults that accept a key that equals the valid one only in part. */
const partFaults: readonly Fault[] = [
  {
    id: 'accepts-key-at-end',
    summary: 'accepts a key that only ends with the valid one',
    who: 'A regular expression without `^`.',
    kinds: ['longer-start'] as const,
    accepts: (call: Call) => bearerKey(call).endsWith(call.apiKey),
  },
  {
    id: 'accepts-key-inside',
    summary: 'accepts a key that contains the valid one',
    who: '`sent.includes(key)`, and regular expressions without `^` and `$`.',
    kinds: ['longer', 'longer-start', 'extra-word'] as const,
    accepts: (call: Call) => bearerKey(call).includes(call.apiKey),
  },
  {
    id: 'accepts-end-of-key',
    summary: 'accepts the last characters of the key',
    who: '`WHERE key LIKE "%" || sent`, from a page that shows the last characters only.',
    kinds: ['shorter-start'] as const,
    accepts: (call: Call) => bearerKey(call) !== '' && call.apiKey.endsWith(bearerKey(call)),
  },
  {
    id: 'accepts-part-of-key',
    summary: 'accepts any part of the key',
    who: 'The arguments of `includes` the wrong way round; a list of keys that is searched as one text.',
    kinds: ['shorter', 'shorter-start'] as const,
    accepts: (call: Call) => bearerKey(call) !== '' && call.apiKey.includes(bearerKey(call)),
  },
  {
    id: 'ignores-first-character-of-key',
    summary: 'compares the key from its second character on',
    who: 'A loop that starts at 1, written for a language that counts from 1.',
    kinds: ['first-changed'] as const,
    accepts: (call: Call) => withoutFirst(bearerKey(call)) === withoutFirst(call.apiKey),
  },
  {
    id: 'ignores-last-character-of-key',
    summary: 'compares the key without its last character',
    who: 'A buffer of C that takes the last byte for the terminating zero.',
    kinds: ['last-changed'] as const,
    accepts: (call: Call) => {
      const key = bearerKey(call);
      return key.length === call.apiKey.length && withoutLast(key) === withoutLast(call.apiKey);
    },
  },
  {
    id: 'compares-first-8-characters-of-key',
    summary: 'compares the first 8 characters of the key',
    who: 'DES `crypt`, and services that look a key up by its prefix and forget to compare the rest.',
    kinds: ['longer', 'shorter', 'last-changed', 'extra-word'] as const,
    accepts: (call: Call) => bearerKey(call).slice(0, 8) === call.apiKey.slice(0, 8),
  },
].map(acceptanceFault);

/** Faults that accept the key in a pair of user and password. */
const basicFaults: readonly Fault[] = [
  {
    id: 'accepts-key-as-basic-user',
    summary: 'accepts the key as the user of a Basic header, with an empty password',
    who: 'Stripe’s style, kept beside `Bearer`.',
    kinds: ['basic-user'] as const,
    accepts: (call: Call) => {
      const pair = basicPair(call);
      return pair?.user === call.apiKey && pair.password === '';
    },
  },
  {
    id: 'accepts-key-as-basic-password',
    summary: 'accepts the key as the password of a Basic header, with any user',
    who: 'Personal access tokens, which Git servers take as passwords.',
    kinds: ['basic-password', 'basic-user-password'] as const,
    accepts: (call: Call) => basicPair(call)?.password === call.apiKey,
  },
  {
    id: 'accepts-key-as-password-of-nobody',
    summary: 'accepts the key as the password of a Basic header without a user',
    who: 'Azure DevOps’ style: `curl -u :key`.',
    kinds: ['basic-password'] as const,
    accepts: (call: Call) => {
      const pair = basicPair(call);
      return pair?.user === '' && pair.password === call.apiKey;
    },
  },
  {
    id: 'accepts-key-as-password-of-a-user',
    summary: 'accepts the key as the password of a Basic header that names a user',
    who: 'Mailgun’s style: the user is `api`, or anything that is not empty.',
    kinds: ['basic-user-password'] as const,
    accepts: (call: Call) => {
      const pair = basicPair(call);
      return pair !== undefined && pair.user !== '' && pair.password === call.apiKey;
    },
  },
].map(acceptanceFault);

export const partOfKeyFaults: readonly Fault[] = [...partFaults, ...basicFaults];
