import { createSecureServer } from 'node:http2';
import { afterEach, expect, test } from 'vitest';
import type { TlsOptions } from '../../runner/http/connect.js';
import { cert, closeAll, get, key, listen, liveTransport, pem, send, tlsTarget } from './target.js';

afterEach(closeAll);

const wantsCertificate = () => tlsTarget({ ca: cert, requestCert: true, rejectUnauthorized: true });

/** Speaks only HTTP/2. */
const http2Target = async (): Promise<string> =>
  `https://${(await listen(createSecureServer({ cert, key }))).replace('127.0.0.1', 'localhost')}/v1`;

const [root, intermediate, issued] = [pem('root.cert'), pem('intermediate.cert'), pem('issued.cert')];

test.each<[name: string, start: () => Promise<string>, tls: TlsOptions, expected: RegExp]>([
  ['a certificate whose authority is named', tlsTarget, { ca: cert }, /^200$/],
  ['any certificate, where the check is switched off', tlsTarget, { insecure: true }, /^200$/],
  ['a client certificate that is given', wantsCertificate, { ca: cert, cert, key }, /^200$/],
  ['the lack of a client certificate', wantsCertificate, { ca: cert }, /^(tls|reset): .*--cert(,| and) --key/],
  ['a whole chain', () => tlsTarget({ cert: issued + intermediate }), { ca: root }, /^200$/],
  [
    'a chain without its intermediate certificate',
    () => tlsTarget({ cert: issued }),
    { ca: root },
    /^tls: .*: no certificate in the file of --ca leads to the one that the server shows \(\w+\)\. Let the server send every intermediate certificate; /,
  ],
  [
    'HTTP/2 alone',
    http2Target,
    { ca: cert },
    /^tls: .*: it offers no HTTP\/1\.1 \(ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL\)\. The suite speaks HTTP\/1\.1, .* HTTP\/2 alone/,
  ],
])('%s', async (_name, start, tls, expected) => {
  const { outcome } = await send(liveTransport(await start(), { tls }), get());
  const { kind } = outcome;
  expect(
    kind === 'response' ? `${outcome.response.status}` : `${outcome.failure.kind}: ${outcome.failure.message}`,
  ).toMatch(expected);
});
