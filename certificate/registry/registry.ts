import { createHash } from 'node:crypto';
import { groupBy } from '../../interface/helpers/helpers.js';
import type { Report } from '../../judge/report/report.js';
import { GREEN, picture } from '../../reporters/badge-picture.js';
import { type Markup, markup } from '../../reporters/printable.js';
import { subjectText } from '../statement.js';
import type { CertificateClass, Check } from '../verification.js';
import type { Verified } from '../verify.js';

export type RegistryEntry = ReturnType<typeof entryOf>;
export type VerifiedEntry = Extract<RegistryEntry, { readonly state: 'verified' }>;
export type RefusedEntry = Extract<RegistryEntry, { readonly state: 'refused' }>;

/** @param isTrustAsked keys were named with --trust, so a bundle that none of them signed is not listed */
export function entryOf(file: string, { verification, derived }: Verified, isTrustAsked = false) {
  const { certificate, result, checks, signature } = verification;
  const isListed = result === 'verified' || (result === 'derived' && !isTrustAsked);
  if (isListed && certificate && derived) {
    return {
      state: 'verified',
      file,
      class: verification.class,
      certificate,
      /** The fingerprint of the key. Undefined if unsigned. */
      signer: signature?.keyid,
      requirements: derived.requirements,
      badge: certificateBadge(derived, verification.class),
    } as const;
  }
  const isWrong = ({ ok, check }: Check) => (result === 'derived' ? check === 'signature' : !ok);
  const reasons = checks.filter(isWrong).map(({ check, message }) => `${check}: ${message}`);
  /** `claim` is the name that the bundle gives itself. Nobody should believe it. */
  return { state: 'refused', file, claim: certificate && subjectText(certificate.subject), reasons } as const;
}

/** Compares code units, for the same order on every machine. */
const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const instantOf = ({ certificate }: VerifiedEntry): number => Date.parse(certificate.startedAt);

export type Registry = ReturnType<typeof registryOf>;

/** @param entries sorted by file */
export function registryOf(entries: readonly RegistryEntry[]) {
  const verified = entries.filter((entry) => entry.state === 'verified').sort((a, b) => instantOf(b) - instantOf(a));
  const implementations = [...groupBy(verified, slugOf)]
    .map(implementationOf)
    .sort((a, b) => byText(a.name.toLowerCase(), b.name.toLowerCase()) || byText(a.slug, b.slug));
  return {
    implementations,
    refused: entries.filter((entry) => entry.state === 'refused'),
    /** When the newest run began, in ISO 8601. */
    updated: verified[0]?.certificate.startedAt ?? new Date(0).toISOString(),
  };
}

/** Bundles of one name and one signer: somebody who takes over a name does not get its history. */
export type Product = ReturnType<typeof implementationOf>;

/** @param history all of its bundles, the newest first; `slug` is unique to it, and part of its file names */
function implementationOf([slug, history]: readonly [string, readonly [VerifiedEntry, ...VerifiedEntry[]]]) {
  const [current] = history;
  const { signer, certificate } = current;
  return { name: certificate.subject.name, signer, slug, current, history };
}

/**
 * A readable name with a digest of name and signer: a file system may not distinguish names that differ in case or a
 * slash.
 */
function slugOf({ certificate: { subject }, signer }: VerifiedEntry): string {
  const digest = createHash('sha256').update(JSON.stringify([subject.name, signer ?? null]));
  return `${subject.name.toLowerCase().replace(/[^a-z0-9.]+/g, '-')}-${digest.digest('hex').slice(0, 16)}`;
}

/** The path of each file, relative to the root of the site. */
export const placeOf = ({ slug }: Product): string => `implementations/${slug}.html`;
export const badgeOf = ({ slug }: Product): string => `badges/${slug}.svg`;
export const reportOf = ({ certificate }: VerifiedEntry): string => `reports/${certificate.sha256}.html`;

export const classTag = (of: CertificateClass): Markup => markup`<span class="class ${of}">${of}</span>`;

export const day = (instant: string): string => instant.slice(0, 10);

/** The average width of a character in Verdana of 11 pixels. */
const AVERAGE = 6.6;

/** The badge of a certificate: its class, and the day of its run. */
function certificateBadge(report: Report, className: string): string {
  const message = `${className}, ${report.startedAt.slice(0, 10)}`;
  return picture({ message, width: Math.round(message.length * AVERAGE), color: GREEN }, report);
}
