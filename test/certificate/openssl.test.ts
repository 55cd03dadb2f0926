import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { preAuthEncoding, seal } from '../../certificate/dsse.js';
import { newKeyPair, privateKeyFrom, publicKeyFrom } from '../../certificate/keys.js';
import { temporary } from '../evidence/recorded.js';
import { newSigner } from './bundle.js';

/** The vector of the specification, https://github.com/secure-systems-lab/dsse/blob/v1.0.0/protocol.md. */
test('the bytes that are signed are those of the specification', () => {
  expect(preAuthEncoding('http://example.com/HelloWorld', Buffer.from('hello world')).toString()).toBe(
    'DSSEv1 29 http://example.com/HelloWorld 11 hello world',
  );
});

const directory = temporary();

const openssl = (...argv: string[]) => spawnSync('openssl', argv, { cwd: directory });
const write = (name: string, text: string | Uint8Array) => writeFileSync(join(directory, name), text);

// .ci/run installs openssl, so the test may not be skipped there.
describe.skipIf(openssl('pkeyutl', '-help').status !== 0 && process.env.CI !== 'true')(
  'openssl (skipped where it is not installed)',
  () => {
    test('accepts the signature, as docs/certificates.md says, and no other', async () => {
      const signer = newSigner();
      const text = '{"_type":"https://in-toto.io/Statement/v1","é":1}';
      const { signatures } = await seal(text, signer);
      const bytes = preAuthEncoding('application/vnd.in-toto+json', Buffer.from(text));
      write('key.pub', signer.publicPem);
      write('signature', Buffer.from(signatures[0]?.sig ?? '', 'base64'));
      const files = ['-inkey', 'key.pub', '-sigfile', 'signature', '-in', 'bytes'];
      const status = (signed: Uint8Array) => {
        write('bytes', signed);
        return openssl('pkeyutl', '-verify', '-rawin', '-pubin', ...files).status;
      };
      expect([status(bytes), status(Buffer.concat([bytes, bytes]))]).toEqual([0, 1]);
    });

    test('makes and reads the same keys, encrypted ones, too', () => {
      const { privatePem, publicPem } = newKeyPair('a passphrase');
      write('own.key', privatePem);
      const made = openssl('pkey', '-in', 'own.key', '-passin', 'pass:a passphrase', '-pubout');
      expect(made.stdout.toString()).toBe(publicPem);
      const privateKey = (pem: string, passphrase?: string) => () => privateKeyFrom(pem, 'a.key', passphrase);
      expect(privateKey(privatePem, 'wrong')).toThrow('could not be decrypted');
      const theirs = openssl('genpkey', '-algorithm', 'ed25519').stdout.toString();
      expect(privateKey(theirs)().asymmetricKeyType).toBe('ed25519');
      const rsa = openssl('genpkey', '-algorithm', 'rsa').stdout.toString();
      expect(privateKey(rsa)).toThrow('a.key is a key of the type rsa; expected Ed25519');
      expect(() => publicKeyFrom(theirs, 'their.key')).toThrow('their.key is not one public key');
      expect(() => publicKeyFrom(publicPem + publicPem, 'two.pub')).toThrow('two.pub is not one public key');
    });
  },
);
