import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { idText } from '../../runner/evidence/request.js';
import type { Fault } from '../../servers/fault.js';
import { faults } from '../../servers/faults/index.js';
import {
  bundle,
  changeEvidence,
  copyOf,
  credulous,
  type Line,
  newSigner,
  record,
  refusals,
  remove,
  seal,
  temporary,
  verified,
} from './bundle.js';

// Forgers with a key of their own: digests and signature are right, and what is left is what the evidence shows.

const signer = newSigner();
let honest: string;
let other: string;

beforeAll(async () => {
  honest = temporary();
  other = temporary();
  await Promise.all([record(honest), record(other)]);
});
afterAll(() => {
  for (const directory of [honest, other]) remove(directory);
});

/** All of them with FORGED_FAULTS=all; else every sixtieth. */
const every = process.env.FORGED_FAULTS === 'all' ? 1 : 60;
const sample = faults.filter((_, index) => index % every === 0);

/** Evidence that shows the fault: a race is not seen each time. */
async function recordFault(directory: string, fault: Fault): Promise<string[]> {
  for (let attempt = 0; attempt < 5; attempt++) {
    const report = await record(directory, fault);
    const broken = report.requirements.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
    if (broken.length > 0) return broken.map(({ id }) => id);
  }
  throw new Error(`${fault.id} was not seen in five runs.`);
}

describe('a fault that is dressed up as a certificate is refused', () => {
  test.each(sample.map((fault) => [fault.id, fault] as const))('%s', { timeout: 60_000 }, async (_id, fault) => {
    const directory = temporary();
    const broken = await recordFault(directory, fault);
    await bundle(directory, { signer, madeWith: credulous });
    const verification = await verified(directory);
    expect(verification.verified).toBe(false);
    const { checks, differences } = verification;
    expect(
      checks.filter(({ check }) => ['envelope', 'signature', 'digests'].includes(check)).map(({ ok }) => ok),
    ).toEqual([true, true, true]);
    expect(differences.map(({ requirement }) => requirement)).toEqual(expect.arrayContaining(broken));
    remove(directory);
    remove(`${directory}.tar.gz`);
  });
});

test('an honest bundle is verified, as a directory and as an archive', async () => {
  const directory = copyOf(honest);
  const archive = await bundle(directory, { signer });
  expect(refusals(await verified(directory))).toEqual([]);
  expect(await verified(archive)).toMatchObject({
    verified: true,
    class: 'verified',
    signature: { state: 'unknown-signer' },
  });
});

const isOf = (line: Line, id: string): boolean => line.exchange !== undefined && idText(line.exchange.request) === id;
const exchange = (lines: Line[], id: string): Line => lines.find((line) => isOf(line, id))?.exchange;
const without = (lines: Line[], id: string): Line[] => lines.filter((line) => !isOf(line, id) && line.body !== id);
const header = ([line]: Line[]): Line => line;
const probe = 'auth-list-missing/probe';

/** Each is what a forger would do next to get rid of a deviation, or to make a run look like another one. */
const CHANGES: readonly (readonly [string, RegExp, (lines: Line[], other: () => Line[]) => Line[]])[] = [
  [
    'a status',
    /^(verdict|report)/,
    (lines) => {
      exchange(lines, probe).outcome.response.status = 403;
      return lines;
    },
  ],
  [
    'a body',
    /^evidence: The body of auth-list-missing\/probe was changed/,
    (lines) => {
      exchange(lines, probe).outcome.response.body.head.text = '{"code":"x","message":"y","status":401}';
      return lines;
    },
  ],
  [
    'a body with its digest',
    /^evidence: auth-list-missing\/probe has a body of 2 bytes, and Content-Length/,
    (lines) => {
      Object.assign(exchange(lines, probe).outcome.response.body, {
        head: { text: '{}' },
        length: 2,
        digest: `crc32:${crc32('{}').toString(16)}`,
      });
      return lines;
    },
  ],
  [
    'a piece of the listing',
    /^evidence: The body of listing\/before was changed/,
    (lines) => {
      const piece = lines.find((line) => line.body === 'listing/before');
      piece.text = piece.text.replace('"complete":false', '"complete":true ');
      return lines;
    },
  ],
  [
    'an instant',
    /^times: auth-list-missing\/probe was not begun and ended within the run/,
    (lines) => {
      exchange(lines, probe).startedAt = '2026-01-01T00:00:00.000Z';
      return lines;
    },
  ],
  [
    'the beginning of the run',
    /^times: /,
    (lines) => {
      lines.at(-1).end.startedAt = '2026-01-01T00:00:00.000Z';
      return lines;
    },
  ],
  [
    'the order of two exchanges',
    /^exchanges: /,
    (lines) => {
      const [a, b] = [exchange(lines, 'listing/before'), exchange(lines, 'listing/after')];
      [a.begun, a.ended, b.begun, b.ended] = [b.begun, b.ended, a.begun, a.ended];
      return lines;
    },
  ],
  ['an exchange taken away', /^exchanges: The events of the run count to \d+/, (lines) => without(lines, probe)],
  [
    'an exchange taken away, with the last event',
    /^exchanges: auth-list-\S+ is in the plan and was not sent/,
    (lines) => {
      const last = lines
        .filter((line) => line.exchange)
        .reduce((a, b) => (a.exchange.ended > b.exchange.ended ? a : b)).exchange;
      const gone = exchange(lines, probe);
      const events = [gone.begun, gone.ended];
      const shift = (event: number) => event - events.filter((at) => at < event).length;
      const rest = without(lines, probe);
      for (const line of rest)
        if (line.exchange)
          Object.assign(line.exchange, { begun: shift(line.exchange.begun), ended: shift(line.exchange.ended) });
      expect(last).toBeDefined();
      return rest;
    },
  ],
  [
    'an exchange of another run',
    /^exchanges: /,
    (lines, other) => lines.map((line) => (isOf(line, probe) ? other().find((of) => isOf(of, probe)) : line)),
  ],
  [
    'an exchange in the place of another one',
    /^exchanges: auth-list-case\/probe says that its credential is "case"/,
    (lines) => {
      Object.assign(exchange(lines, 'auth-list-case/probe'), {
        sent: exchange(lines, probe).sent,
        outcome: exchange(lines, probe).outcome,
      });
      return lines;
    },
  ],
  [
    'an exchange under the credential of another one',
    /^exchanges: auth-list-case\/probe says that its credential is "case"/,
    (lines) => {
      exchange(lines, 'auth-list-case/probe').sent.headers = exchange(lines, probe).sent.headers;
      return lines;
    },
  ],
  [
    'a probe said to be blocked',
    /^exchanges: /,
    (lines) => {
      lines.at(-1).end.unsent[probe] = { unjudged: 'not-applicable', reason: 'It does not apply.' };
      return without(lines, probe);
    },
  ],
  [
    'a request taken out of the plan',
    /^plan: /,
    (lines) => {
      const scenario = header(lines).plan.scenarios.find(({ id }: Line) => id === 'auth-list-missing');
      scenario.requests = [];
      return without(lines, probe);
    },
  ],
  [
    'a scenario taken out of the plan',
    /^plan: /,
    (lines) => {
      const { plan } = header(lines);
      plan.scenarios = plan.scenarios.filter(({ id }: Line) => id !== 'auth-list-missing');
      return without(lines, probe);
    },
  ],
  [
    'a requirement that was not selected',
    /^plan: /,
    (lines) => {
      const { plan } = header(lines);
      plan.selected = plan.selected.filter((id: string) => id !== 'auth.list.missing');
      return lines;
    },
  ],
  [
    'a scenario said not to apply',
    /^plan: /,
    (lines) => {
      const { plan } = header(lines);
      plan.scenarios = plan.scenarios.map((entry: Line) => {
        const { suite, id, title } = entry;
        return id === 'auth-list-missing' ? { suite, id, title, state: 'not-applicable', reason: 'No.' } : entry;
      });
      return without(lines, probe);
    },
  ],
  [
    'another target',
    /^exchanges: /,
    (lines) => {
      header(lines).target.baseUrl = 'https://api.example.com/v1';
      return lines;
    },
  ],
  [
    'another edition',
    /^verdict: The run was scored by edition "1999.1"/,
    (lines) => {
      header(lines).edition = '1999.1';
      return lines;
    },
  ],
  [
    'another version of the suite',
    /^verdict: The evidence shows auth.list.missing: fail/,
    (lines) => {
      header(lines).tool.version = '0.0.1';
      exchange(lines, probe).outcome.response.status = 200;
      return lines;
    },
  ],
  [
    'a cancel of an order that is not declared',
    /^exchanges: /,
    (lines) => {
      const { sent } = exchange(lines, 'cancel-pending/cancel');
      sent.url = sent.url.replace(/[^/]+$/, '777777');
      sent.orderId = '777777';
      return lines;
    },
  ],
  [
    'more requests at once than the plan allows',
    /^exchanges: \S+ was begun while 1 others were in flight|^plan/,
    (lines) => {
      header(lines).plan.concurrency = 1;
      return lines;
    },
  ],
  ['the end of the file', /^evidence: .*was cut off/, (lines) => lines.slice(0, -1)],
];

describe('a forger with a key of their own, who derives everything else again, is refused', () => {
  test.each(CHANGES)('%s', async (_what, expected, change) => {
    const directory = copyOf(honest);
    const linesOfOther = (): Line[] => {
      let found: Line[] = [];
      changeEvidence(other, (lines) => {
        found = lines;
        return lines;
      });
      return found;
    };
    // Where the evidence can still be read, report, statement and signature follow from what it says now.
    await bundle(directory, { signer });
    changeEvidence(directory, (lines) => change(lines, linesOfOther));
    await bundle(directory, { signer }).catch(() => seal(directory, signer));
    const verification = await verified(directory);
    expect(verification.verified).toBe(false);
    remove(directory);
    remove(`${directory}.tar.gz`);
    expect(refusals(verification).join('\n')).toMatch(new RegExp(expected.source, 'm'));
  });
});
