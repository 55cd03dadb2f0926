import { markup } from '../../reporters/markup.js';
import { printableJson } from '../../reporters/printable.js';
import { tool } from '../../runner/settings/tool.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import { fingerprintOf } from '../keys.js';
import { implementationPage } from './implementation-page.js';
import { indexPage } from './index-page.js';
import { badgeOf, type Implementation, placeOf, type Registry, reportOf, type VerifiedEntry } from './registry.js';

/** `index.json` begins with it: a directory that has it is a site that may be replaced. */
export const REGISTRY_FORMAT = 'store-orders-conformance/registry/1';

/** What a site has at its top, and nothing else. */
export const SITE_NAMES: readonly string[] = [
  'index.html',
  'index.json',
  'feed.xml',
  'implementations',
  'badges',
  'reports',
];

/** Path in the site → text; the reports are written as the bundles are read. */
export function siteOf(registry: Registry): ReadonlyMap<string, string> {
  const { implementations } = registry;
  return new Map([
    ['index.html', indexPage(registry)],
    ['index.json', dataOf(registry)],
    ['feed.xml', feedOf(registry)],
    ...implementations.map((one): [string, string] => [placeOf(one), implementationPage(one)]),
    // A badge that is out of date would say what nobody knows any more.
    ...implementations
      .filter(({ isExpired }) => !isExpired)
      .map((one): [string, string] => [badgeOf(one), one.current.badge]),
  ]);
}

function dataOf({ updated, maxAgeDays, implementations, refused, survey }: Registry): string {
  const { name, version } = storeOrdersInterface;
  return printableJson({
    format: REGISTRY_FORMAT,
    tool,
    contract: { name, version },
    updated,
    maxAgeDays,
    implementations: implementations.map(implementationData),
    notVerified: refused.map(({ state: _, ...entry }) => entry),
    survey: survey.map(({ answers, ...question }) => ({
      ...question,
      answers: answers.map(([observed, of]) => ({ observed, slugs: of.map(({ slug }) => slug) })),
    })),
  });
}

function implementationData(implementation: Implementation): object {
  const { name, signer, slug, isExpired, history, current } = implementation;
  return {
    name,
    slug,
    signer: signer ?? null,
    expired: isExpired,
    page: placeOf(implementation),
    badge: isExpired ? undefined : badgeOf(implementation),
    verdicts: Object.fromEntries(current.requirements.map(({ id, verdict }) => [id, verdict])),
    certificates: history.map(certificateData),
  };
}

function certificateData(entry: VerifiedEntry): object {
  const { file, remark, class: of, certificate } = entry;
  const { subject, target, edition, startedAt, result, warned, declared, notApplicable, selfCheck, sha256 } =
    certificate;
  const found = { version: subject.version, class: of, result, startedAt, edition, target: target.baseUrl };
  return { ...found, warned, declared, notApplicable, selfCheck, sha256, file, remark, report: reportOf(entry) };
}

const MAX_ENTRIES = 100;

/** Atom (RFC 4287): each certificate is an entry, the newest first. */
function feedOf({ implementations, updated }: Registry): string {
  const { name, version } = storeOrdersInterface;
  const all = implementations
    .flatMap((implementation) => implementation.history.map((entry) => ({ implementation, entry })))
    .sort((a, b) => (a.entry.certificate.startedAt < b.entry.certificate.startedAt ? 1 : -1))
    .slice(0, MAX_ENTRIES);
  return markup`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>urn:store-orders-conformance:registry</id>
<title>Conformance to the ${name} ${version}</title>
<updated>${updated}</updated>
<author><name>store-orders-conformance</name></author>
<link rel="self" href="feed.xml"/>
<link rel="alternate" type="text/html" href="index.html"/>
${all.map(({ implementation, entry }) => entryView(implementation, entry))}</feed>
`.source;
}

const entryView = (implementation: Implementation, { certificate, class: of }: Implementation['current']) =>
  markup`<entry>
<id>urn:store-orders-conformance:certificate:sha256:${certificate.sha256}</id>
<title>${implementation.name} ${certificate.subject.version}: ${certificate.result} (${of})</title>
<updated>${certificate.startedAt}</updated>
<link rel="alternate" type="text/html" href="${placeOf(implementation)}"/>
<summary>By edition ${certificate.edition.id}; ${implementation.signer === undefined ? 'unsigned' : `signed by ${fingerprintOf(implementation.signer)}`}.</summary>
</entry>
`;
