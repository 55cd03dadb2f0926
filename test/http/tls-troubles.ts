import type { TlsOptions } from 'node:tls';
import { cert, pem } from './target.js';
import { alert, insecure, other, overTls, says, secure, serves, type Trouble, trusted } from './trouble.js';

const shown = ['--cert', 'cert.pem', '--key', 'key.pem'];
const [issued, intermediate, root] = [pem('issued.cert'), pem('intermediate.cert'), pem('root.cert')];
const wantsCertificate: TlsOptions = { ca: cert, requestCert: true, rejectUnauthorized: true };
const NGINX_ASKS = '<html><title>400 No required SSL certificate was sent</title>';
const portOf = (place: string): number => Number(place.split(':')[1]);

export const tlsTroubles: readonly Trouble[] = [
  {
    situation: 'a certificate that signed itself',
    target: overTls,
    remedies: { '--ca (of a self-signed one: itself)': { argv: trusted }, ...insecure },
  },
  {
    situation: 'an authority that is not trusted, its root certificate sent along',
    target: secure({ cert: issued + intermediate + root }),
    remedies: { 'the root certificate of its authority with --ca': { argv: ['--ca', 'root.pem'] }, ...insecure },
  },
  {
    situation: 'an authority that is not trusted',
    target: secure({ cert: issued + intermediate }),
    remedies: { 'if the root is not a public one, name it with --ca': { argv: ['--ca', 'root.pem'] }, ...insecure },
  },
  {
    situation: 'an authority that is trusted only half-way',
    target: secure({ cert: issued + intermediate }),
    argv: ['--ca', 'intermediate.pem'],
    remedies: { 'add the root certificate of its authority to that file': { argv: ['--ca', 'root.pem'] }, ...insecure },
  },
  {
    situation: 'a chain without its intermediate certificate',
    target: secure({ cert: issued }),
    argv: ['--ca', 'root.pem'],
    remedies: {
      'Let the server send every intermediate certificate': { target: secure({ cert: issued + intermediate }) },
      ...insecure,
    },
  },
  {
    situation: 'a certificate that has expired',
    target: secure({ cert: pem('expired.cert') }),
    argv: ['--ca', 'expired.pem'],
    remedies: { 'Renew it': { target: overTls, argv: trusted }, ...insecure },
  },
  {
    situation: 'a certificate that is not valid yet',
    target: secure({ cert: pem('later.cert') }),
    argv: ['--ca', 'later.pem'],
    remedies: { 'issue one that is valid now': { target: overTls, argv: trusted }, ...insecure },
  },
  {
    situation: 'a certificate for another host name',
    target: async (port) => (await overTls(port)).replace('localhost', '127.0.0.1'),
    argv: trusted,
    remedies: { '"DNS:localhost". Use the host name that it is for': { target: overTls }, ...insecure },
  },
  {
    situation: 'a host name that the server does not know',
    target: other('https', says(alert(112))),
    argv: trusted,
    remedies: { 'Use the host name that it is for': { target: overTls } },
  },
  {
    situation: 'a client certificate that is wanted',
    target: secure(wantsCertificate),
    argv: trusted,
    remedies: { 'with --cert and --key': { argv: [...trusted, ...shown] } },
  },
  {
    situation: 'a client certificate that is wanted, with TLS 1.2',
    target: secure({ ...wantsCertificate, maxVersion: 'TLSv1.2' }),
    argv: trusted,
    remedies: { '(--cert, --key)': { argv: [...trusted, ...shown] } },
  },
  {
    situation: 'a client certificate that is refused, with TLS 1.2',
    target: secure({ ...wantsCertificate, ca: root, maxVersion: 'TLSv1.2' }),
    argv: [...trusted, ...shown],
    remedies: { 'or another one (--cert, --key)': { target: secure(wantsCertificate) } },
  },
  {
    situation: 'a client certificate that the server answers with an alert',
    target: other('https', says(alert(48))),
    argv: [...trusted, ...shown],
    remedies: { '--cert and --key which one is shown': { target: secure(wantsCertificate) } },
  },
  {
    situation: 'a client certificate that nginx asks for in a page',
    target: async () =>
      secure()(portOf(await serves((_request, response) => response.writeHead(400).end(NGINX_ASKS))())),
    argv: trusted,
    remedies: { 'with --cert and --key': { target: secure(wantsCertificate), argv: [...trusted, ...shown] } },
  },
  {
    situation: 'TLS 1.1',
    target: secure({ minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }),
    argv: trusted,
    remedies: { 'Does it speak TLS 1.2 or 1.3': { target: overTls } },
  },
  {
    situation: 'no cipher that both know',
    target: secure({ maxVersion: 'TLSv1.2', ciphers: 'AES128-SHA:@SECLEVEL=0' }),
    argv: trusted,
    remedies: { 'with ciphers of today': { target: overTls } },
  },
];
