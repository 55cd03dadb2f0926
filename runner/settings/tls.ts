import { createSecureContext } from 'node:tls';
import { UsageError } from '../input/usage-error.js';
import type { Tls } from './settings.js';

/** Returns what it is given. Throws `UsageError` where no TLS connection could be made with it. */
export function checkedTls(tls: Tls): Tls {
  const { ca, cert, key } = tls;
  if ((cert === undefined) !== (key === undefined)) {
    throw new UsageError('A client certificate (cert) and its private key (key) are only used together; give both.');
  }
  if (ca !== undefined && !ca.includes('-----BEGIN ')) {
    throw new UsageError('The certificates to trust (ca) are not PEM text.');
  }
  try {
    if (ca !== undefined || cert !== undefined) createSecureContext({ ca, cert, key });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(
      `The TLS certificates or the key cannot be used: ${reason}. Expected unencrypted PEM files that belong together.`,
      { cause: error },
    );
  }
  return tls;
}
