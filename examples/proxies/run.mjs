import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Example } from '../harness/example.mjs';
import { deviationsOf, flawsOf, judge } from '../harness/judge.mjs';
import { twoAtATime } from '../harness/steps.mjs';
import { CASES } from './cases.mjs';
import { startProxy } from './proxies.mjs';

const PINNED = new URL('expected.json', import.meta.url);

/** The example behind each proxy. */
const BEHIND = { nginx: new Example('fastapi-sqlite'), haproxy: new Example('fastify-postgres') };

export const missingForProxies = (isPresent) => [
  ...['nginx', 'haproxy', 'openssl'].filter((name) => !isPresent(name)),
  ...Object.values(BEHIND).flatMap((example) => example.missing()),
];

/**
 * Judges the examples behind proxies. They must be built.
 * @returns whether every case had its expected result
 */
export async function runProxies({ databases, step, update }) {
  const pinned = JSON.parse(readFileSync(PINNED, 'utf8'));
  const folder = mkdtempSync(join(tmpdir(), 'store-orders-proxies-'));
  let results;
  try {
    results = await twoAtATime(CASES, (each) =>
      step(each.id, async () => {
        const run = await judgeBehind(each, { databases, folder });
        const flaws = each.expected ? EXPECTED[each.expected](each, run, pinned, update) : flawsOf(run);
        return { flaws, summary: each.says };
      }),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  if (update) writeFileSync(PINNED, `${JSON.stringify(pinned, undefined, 2)}\n`);
  return results.every(Boolean);
}

const EXPECTED = {
  /** The pinned requirements deviate, in each run. */
  deviates: ({ id }, { report }, pinned, update) => {
    const deviations = deviationsOf(report);
    if (update) pinned[id] = deviations;
    return Object.entries({ ...pinned[id], ...deviations })
      .filter(([requirement]) => pinned[id]?.[requirement] !== deviations[requirement])
      .map(([requirement]) => `${requirement}: expected ${pinned[id]?.[requirement]}, got ${deviations[requirement]}`);
  },
  /** Random answers deviate, and the report says how many. */
  intermittent: (_case, { code, report }) => {
    const messages = report.findings.map(({ message }) => message);
    return [
      ...(code === 1 ? [] : [`exit code ${code}, not 1`]),
      ...(messages.some((message) => /\d+ of \d+ answers/.test(message))
        ? []
        : ['no finding says how often it was seen']),
    ];
  },
};

async function judgeBehind(each, { databases, folder }) {
  const example = BEHIND[each.proxy];
  const services = [];
  try {
    const good = await example.start('good', databases);
    services.push(good);
    if (each.replicas) services.push(await example.start('default', databases, good.target.env));
    const proxy = await startProxy(
      each,
      services.map(({ port }) => port),
      folder,
    );
    services.push(proxy);
    const flags = [...proxy.flags, ...(each.flags ?? [])];
    return await judge({ ...good.target, baseUrl: proxy.baseUrl, flags });
  } finally {
    for (const service of services.reverse()) await service.stop();
  }
}
