import { createSecureContext } from 'node:tls';
import type { Tls } from './settings.js';

/** Why no TLS connection could be made with these files, as a sentence; undefined where they fit. */
export function tlsProblem({ ca, cert, key }: Omit<Tls, 'insecure'>): string | undefined {
  if (ca === undefined && cert === undefined && key === undefined) return undefined;
  if (cert !== undefined && key === undefined)
    return 'A client certificate (cert) needs its private key (key) as well.';
  if (key !== undefined && cert === undefined)
    return 'A private key (key) needs its client certificate (cert) as well.';
  if (ca !== undefined && !ca.includes('-----BEGIN ')) return 'The certificates to trust (ca) are not PEM text.';
  try {
    createSecureContext({ ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) });
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `The TLS certificates or the key cannot be used: ${reason}. Expected unencrypted PEM files that belong together.`;
  }
}
