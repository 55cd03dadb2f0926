import { unescape as decoded } from 'node:querystring';
import { Secrets } from '../../evidence/secrets/redaction.js';
import { Secret } from '../../evidence/secrets/secret.js';
import type { Settings } from './settings.js';

/** Secrets that no output may hold. */
export const secretsOf = ({ apiKey, headers, proxy }: Pick<Settings, 'apiKey' | 'headers' | 'proxy'>): Secrets =>
  new Secrets([
    ...(apiKey ? [apiKey] : []),
    ...headers.flatMap((header) => ('template' in header ? [] : header)),
    ...proxySecrets(proxy),
  ]);

/** A proxy may repeat its password, as a target may repeat the key. */
const proxySecrets = ({ http = '', https = '' }: Settings['proxy']): Secret[] =>
  [http, https].flatMap((address) => {
    const { password = '' } = URL.canParse(address) ? new URL(address) : {};
    return password === '' ? [] : [new Secret(decoded(password), 'The password of the proxy')];
  });

export const redactor = (settings: Settings): ((text: string) => string) => {
  const secrets = secretsOf(settings);
  return (text) => secrets.redact(text);
};
