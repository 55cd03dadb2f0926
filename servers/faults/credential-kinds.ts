/** The kinds of faulty credentials, as the ids of requirements name them. */
export const credentialKinds = [
  'missing',
  'empty',
  'no-key',
  'wrong',
  'longer',
  'longer-start',
  'shorter',
  'shorter-start',
  'first-changed',
  'last-changed',
  'case',
  'extra-word',
  'no-scheme',
  'basic',
  'basic-user',
  'basic-password',
  'basic-user-password',
  'other-scheme',
] as const;

export type CredentialKind = (typeof credentialKinds)[number];

/** `Bearer` and a key that is not the valid one. */
export const wrongKeys = [
  'wrong',
  'longer',
  'longer-start',
  'shorter',
  'shorter-start',
  'first-changed',
  'last-changed',
  'case',
  'extra-word',
] as const satisfies readonly CredentialKind[];

/** Everything but `Bearer` and a key. */
export const malformedHeaders = [
  'empty',
  'no-key',
  'no-scheme',
  'basic',
  'basic-user',
  'basic-password',
  'basic-user-password',
  'other-scheme',
] as const satisfies readonly CredentialKind[];
