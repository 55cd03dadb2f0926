import { tool } from '../../interface/helpers/helpers.js';
import { printableJson } from '../../reporters/printable.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import { implementationPage } from './implementation-page.js';
import { indexPage } from './index-page.js';
import { badgeOf, placeOf, type Registry, reportOf, type VerifiedEntry } from './registry.js';

/** The format in `index.json`. A directory with it is a site that may be replaced. */
export const REGISTRY_FORMAT = 'store-orders-conformance/registry/1';

/** The entries at the root of a site. */
export const SITE_NAMES: readonly string[] = ['index.html', 'index.json', 'implementations', 'badges', 'reports'];

/** Texts by path. The reports are not among them: they are written while bundles are read. */
export function siteOf(registry: Registry): ReadonlyMap<string, string> {
  const { implementations } = registry;
  return new Map([
    ['index.html', indexPage(registry)],
    ['index.json', dataOf(registry)],
    ...implementations.map((one): [string, string] => [placeOf(one), implementationPage(one)]),
    ...implementations.map((one): [string, string] => [badgeOf(one), one.current.badge]),
  ]);
}

function dataOf({ updated, implementations, refused }: Registry): string {
  const { name, version } = storeOrdersInterface;
  return printableJson({
    format: REGISTRY_FORMAT,
    tool,
    contract: { name, version },
    updated,
    implementations: implementations.map((one) => ({
      name: one.name,
      slug: one.slug,
      signer: one.signer ?? null,
      page: placeOf(one),
      badge: badgeOf(one),
      verdicts: Object.fromEntries(one.current.requirements.map(({ id, verdict }) => [id, verdict])),
      certificates: one.history.map(certificateData),
    })),
    notVerified: refused.map(({ state: _, ...entry }) => entry),
  });
}

function certificateData(entry: VerifiedEntry): object {
  const { file, class: of, certificate } = entry;
  const { subject, target, edition, startedAt, result, warned, declared, notApplicable, sha256 } = certificate;
  const run = { version: subject.version, class: of, result, startedAt, edition, target: target.baseUrl };
  return { ...run, warned, declared, notApplicable, sha256, file, report: reportOf(entry) };
}
