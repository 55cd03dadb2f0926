import { printableJson } from '../../reporters/printable.js';
import { feedOf } from './feed.js';
import { implementationPage } from './implementation-page.js';
import { indexPage } from './index-page.js';
import { badgeOf, placeOf, reportOf } from './parts.js';
import type { Implementation, Registry } from './registry.js';

/** `index.json` begins with it: a directory that has it is a site that may be replaced. */
export const REGISTRY_FORMAT = 'store-orders-conformance/registry/1';

/** What a site has at its top, and nothing else. */
export const SITE_NAMES = ['index.html', 'index.json', 'feed.xml', 'implementations', 'badges', 'reports'] as const;

/** Path in the site → text; the reports are written as the bundles are read. */
export function siteOf(registry: Registry): ReadonlyMap<string, string> {
  const { implementations } = registry;
  return new Map([
    ['index.html', indexPage(registry)],
    ['index.json', dataOf(registry)],
    ['feed.xml', feedOf(registry)],
    ...implementations.map((one): [string, string] => [placeOf(one), implementationPage(one, registry)]),
    // A badge that is out of date would say what nobody knows any more.
    ...implementations
      .filter(({ isExpired }) => !isExpired)
      .map((one): [string, string] => [badgeOf(one), one.current.badge]),
  ]);
}

const dataOf = ({ tool, contract, updated, maxAgeDays, implementations, refused, survey }: Registry): string =>
  printableJson({
    format: REGISTRY_FORMAT,
    tool,
    contract: { name: contract.name, version: contract.version },
    updated,
    maxAgeDays,
    implementations: implementations.map(implementationData),
    notVerified: refused.map(({ file, claim, reasons }) => ({ file, claim, reasons })),
    survey: survey.map(({ answers, ...question }) => ({
      ...question,
      answers: answers.map(({ observed, implementations: of }) => ({ observed, slugs: of.map(({ slug }) => slug) })),
    })),
  });

function implementationData(implementation: Implementation): object {
  const { name, signer, slug, isExpired, history, current } = implementation;
  return {
    name,
    slug,
    signer: signer ?? null,
    expired: isExpired,
    page: placeOf(implementation),
    ...(!isExpired && { badge: badgeOf(implementation) }),
    verdicts: Object.fromEntries(current.requirements.map(({ id, verdict }) => [id, verdict])),
    certificates: history.map((entry) => {
      const { sha256, subject, target, edition, startedAt, result, warned, declared, selfCheck, derived } =
        entry.certificate;
      const of = { version: subject.version, class: entry.class, result, startedAt, edition, target: target.baseUrl };
      return {
        ...of,
        warned,
        declared,
        notApplicable: derived?.notApplicable ?? [],
        selfCheck,
        sha256,
        file: entry.file,
        remark: entry.remark,
        report: reportOf(entry),
      };
    }),
  };
}
