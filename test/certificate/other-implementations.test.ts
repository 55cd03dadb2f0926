import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PAYLOAD_TYPE, preAuthEncoding, seal } from '../../certificate/dsse.js';
import { keyidOf, newKeyPair, privateKeyFrom, publicKeyFrom } from '../../certificate/keys.js';
import { newSigner, remove, temporary } from './bundle.js';

const text = '{"_type":"https://in-toto.io/Statement/v1","é":1}';
const payload = Buffer.from(text);

/** The vector of the specification, https://github.com/secure-systems-lab/dsse/blob/v1.0.0/protocol.md. */
test('the bytes that are signed are those of the specification', () => {
  expect(preAuthEncoding('http://example.com/HelloWorld', Buffer.from('hello world')).toString()).toBe(
    'DSSEv1 29 http://example.com/HelloWorld 11 hello world',
  );
  expect(preAuthEncoding(PAYLOAD_TYPE, payload)).toEqual(
    Buffer.concat([Buffer.from(`DSSEv1 28 application/vnd.in-toto+json ${payload.length} `), payload]),
  );
});

/** Whether this runs here. In the continuous integration it does: .ci/run installs it. */
const runs = (command: string, ...options: string[]): boolean => spawnSync(command, options).status === 0;

const isCi = process.env.CI === 'true';

interface Case {
  readonly name: string;
  readonly isThere: boolean;
  /** Whether it finds the signature right. */
  verifies(directory: string): boolean;
}

const PYTHON = `
import base64, hashlib, json, sys
from cryptography.hazmat.primitives.serialization import load_pem_public_key, Encoding, PublicFormat
key = load_pem_public_key(open('key.pub', 'rb').read())
envelope = json.load(open('statement.dsse.json'))
kind, payload = envelope['payloadType'].encode(), base64.b64decode(envelope['payload'], validate=True)
signature = envelope['signatures'][0]
der = key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
assert hashlib.sha256(der).hexdigest() == signature['keyid']
pae = b'DSSEv1 %d %s %d %s' % (len(kind), kind, len(payload), payload)
key.verify(base64.b64decode(signature['sig'], validate=True), pae)
`;

const CASES: readonly Case[] = [
  {
    name: 'the openssl command line',
    isThere: runs('openssl', 'pkeyutl', '-help'),
    verifies: (directory) =>
      spawnSync(
        'openssl',
        ['pkeyutl', '-verify', '-rawin', '-pubin', '-inkey', 'key.pub', '-sigfile', 'signature', '-in', 'bytes'],
        { cwd: directory },
      ).status === 0,
  },
  {
    name: "Python's cryptography",
    isThere: runs('python3', '-c', 'import cryptography'),
    verifies: (directory) => spawnSync('python3', ['-c', PYTHON], { cwd: directory }).status === 0,
  },
];

describe('another implementation', () => {
  const { publicPem, ...signer } = newSigner();
  let directory: string;

  beforeAll(async () => {
    directory = temporary();
    const envelope = await seal(text, signer);
    const [{ sig } = { sig: '' }] = envelope.signatures;
    writeFileSync(join(directory, 'key.pub'), publicPem);
    writeFileSync(join(directory, 'statement.dsse.json'), JSON.stringify(envelope));
    writeFileSync(join(directory, 'bytes'), preAuthEncoding(PAYLOAD_TYPE, payload));
    writeFileSync(join(directory, 'signature'), Buffer.from(sig, 'base64'));
  });
  afterAll(() => remove(directory));

  for (const { name, isThere, verifies } of CASES) {
    test.skipIf(!isThere && !isCi)(
      `${name} accepts the signature, and no other (skipped where it is not installed)`,
      () => {
        expect(verifies(directory)).toBe(true);
        const [bytes, envelope] = ['bytes', 'statement.dsse.json'].map((file) => readFileSync(join(directory, file)));
        writeFileSync(join(directory, 'bytes'), `${bytes}.`);
        writeFileSync(join(directory, 'statement.dsse.json'), `${envelope}`.replace('"payload":"e', '"payload":"f'));
        expect(verifies(directory)).toBe(false);
        writeFileSync(join(directory, 'bytes'), bytes ?? '');
        writeFileSync(join(directory, 'statement.dsse.json'), envelope ?? '');
      },
    );
  }

  test.skipIf(!CASES[0]?.isThere && !isCi)('keys are those that openssl makes and reads, encrypted ones, too', () => {
    const encrypted = newKeyPair('a passphrase');
    writeFileSync(join(directory, 'own.key'), encrypted.privatePem);
    const made = spawnSync('openssl', ['pkey', '-in', 'own.key', '-passin', 'pass:a passphrase', '-pubout'], {
      cwd: directory,
    });
    expect(made.stdout.toString()).toBe(encrypted.publicPem);
    expect(() => privateKeyFrom(encrypted.privatePem, 'own.key')).toThrow(
      'own.key is encrypted. Put its passphrase into',
    );
    expect(() => privateKeyFrom(encrypted.privatePem, 'own.key', 'wrong')).toThrow('could not be decrypted');
    const theirs = spawnSync('openssl', ['genpkey', '-algorithm', 'ed25519']).stdout.toString();
    expect(privateKeyFrom(theirs, 'their.key').asymmetricKeyType).toBe('ed25519');
    const rsa = spawnSync('openssl', ['genpkey', '-algorithm', 'rsa']).stdout.toString();
    expect(() => privateKeyFrom(rsa, 'rsa.key')).toThrow('rsa.key is a key of the type rsa; expected Ed25519');
    expect(() => publicKeyFrom(theirs, 'their.key')).toThrow('their.key is not one public key');
    expect(() => publicKeyFrom(publicPem + publicPem, 'two.pub')).toThrow('two.pub is not one public key');
    const point = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), Buffer.alloc(32)]).toString('base64');
    const small = `-----BEGIN PUBLIC KEY-----\n${point}\n-----END PUBLIC KEY-----\n`;
    expect(() => publicKeyFrom(small, 'small.pub')).toThrow('small.pub is a point of small order');
    expect(keyidOf(publicKeyFrom(publicPem, 'key.pub'))).toMatch(/^[0-9a-f]{64}$/);
  });
});
