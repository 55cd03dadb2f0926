import { createHash } from 'node:crypto';
import { badge } from '../../reporters/badge.js';
import { type Markup, markup } from '../../reporters/markup.js';
import { groupBy } from '../../reporters/wording.js';
import type { Report } from '../../runner/judge/report.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import type { Certificate, CertificateClass } from '../verification.js';
import type { Verified } from '../verify.js';

/** A bundle of the folder, after it was verified. */
export type Entry = VerifiedEntry | RefusedEntry;

export interface VerifiedEntry extends Pick<Report, 'requirements' | 'ambiguities'> {
  readonly state: 'verified';
  /** Its name in the folder. */
  readonly file: string;
  readonly class: CertificateClass;
  /** Why a verification summary beside it does not count: a sentence. */
  readonly remark?: string;
  readonly certificate: Certificate;
  /** The fingerprint of the key; absent: unsigned. */
  readonly signer?: string;
  /** SVG. */
  readonly badge: string;
}

export interface RefusedEntry {
  readonly state: 'refused';
  readonly file: string;
  /** What it says of itself, which nobody should believe. */
  readonly claim?: string;
  /** A sentence each. */
  readonly reasons: readonly string[];
}

export function entryOf(file: string, { verification, derived, remark }: Verified): Entry {
  const { certificate, verified, checks, signature } = verification;
  if (verified && certificate && derived) {
    const { requirements, ambiguities } = derived;
    const about = { file, remark, certificate, signer: signature?.keyid, requirements, ambiguities };
    return { state: 'verified', class: verification.class, badge: badge(derived, {}), ...about };
  }
  const { name, version } = certificate?.subject ?? {};
  const reasons = checks.filter(({ ok }) => !ok).map(({ check, message }) => `${check}: ${message}`);
  return { state: 'refused', file, claim: name && `${name}@${version}`, reasons };
}

/** Bundles of one name and one signer: whoever takes over a name does not get its history. */
export interface Implementation {
  readonly name: string;
  readonly signer?: string;
  /** Of its files; unlike that of any other. */
  readonly slug: string;
  readonly current: VerifiedEntry;
  /** All, the newest first. */
  readonly history: readonly VerifiedEntry[];
  /** The newest run is older than is allowed. */
  readonly isExpired: boolean;
}

/** The strongest first. */
export const CLASSES = ['programme-run', 'verified', 'self-attested'] as const satisfies readonly CertificateClass[];

const DAY_MS = 86_400_000;

/** Code units: the same order on every machine. */
const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const instantOf = ({ certificate }: VerifiedEntry): number => Date.parse(certificate.startedAt);

const newestFirst = (a: VerifiedEntry, b: VerifiedEntry): number =>
  instantOf(b) - instantOf(a) || byText(a.certificate.sha256, b.certificate.sha256) || byText(a.file, b.file);

/** What the pages show. */
export type Registry = ReturnType<typeof registryOf>;

/**
 * @param maxAgeDays absent: nothing expires
 * @param now milliseconds since 1970; only what has expired depends on it
 */
export function registryOf(entries: readonly Entry[], maxAgeDays: number | undefined, now: number) {
  const verified = onePerStatement(entries.filter((entry) => entry.state === 'verified').sort(newestFirst));
  const oldest = maxAgeDays === undefined ? Number.NEGATIVE_INFINITY : now - maxAgeDays * DAY_MS;
  const implementations = [...groupBy(verified, slugOf)]
    .map(([slug, history]): Implementation => {
      const [current] = history;
      const { name } = current.certificate.subject;
      return { name, signer: current.signer, slug, current, history, isExpired: instantOf(current) < oldest };
    })
    .sort((a, b) => byText(a.name.toLowerCase(), b.name.toLowerCase()) || byText(a.slug, b.slug));
  return {
    implementations,
    refused: entries.filter((entry) => entry.state === 'refused').sort((a, b) => byText(a.file, b.file)),
    survey: surveyOf(implementations),
    /** When the newest run began; ISO 8601. */
    updated: verified[0]?.certificate.startedAt ?? new Date(0).toISOString(),
    maxAgeDays,
  };
}

/** A directory and its archive are one bundle; of several, the one with the strongest class. */
function onePerStatement(entries: readonly VerifiedEntry[]): VerifiedEntry[] {
  const rank = ({ class: of }: VerifiedEntry) => CLASSES.indexOf(of);
  const groups = groupBy(entries, ({ certificate }) => certificate.sha256);
  return [...groups.values()].map((same) => same.reduce((best, entry) => (rank(entry) < rank(best) ? entry : best)));
}

/** Legible, and of one name and signer: names differ in case or a slash only, and a file system may not tell these apart. */
function slugOf({ certificate: { subject }, signer }: VerifiedEntry): string {
  const digest = createHash('sha256').update(JSON.stringify([subject.name, signer ?? null]));
  return `${subject.name.toLowerCase().replace(/[^a-z0-9.]+/g, '-')}-${digest.digest('hex').slice(0, 16)}`;
}

/** What all implementations do where the contract is silent: who was observed to do what, the most frequent first. */
const surveyOf = (implementations: readonly Implementation[]) =>
  storeOrdersInterface.ambiguities.map(({ id, clause, question }) => {
    const observedBy = ({ current }: Implementation): string =>
      current.ambiguities.find((answer) => answer.id === id)?.observed ?? 'not observed: its edition did not ask';
    const answers: Answer[] = [...groupBy(implementations, observedBy)];
    return { id, clause, question, answers: answers.sort(([a, as], [b, bs]) => bs.length - as.length || byText(a, b)) };
  });

export type Answer = readonly [observed: string, implementations: readonly Implementation[]];

/** Where each file of the site is, seen from its top. */
export const placeOf = ({ slug }: Implementation): string => `implementations/${slug}.html`;
export const badgeOf = ({ slug }: Implementation): string => `badges/${slug}.svg`;
export const reportOf = ({ certificate }: VerifiedEntry): string => `reports/${certificate.sha256}.html`;

export const classTag = (of: CertificateClass): Markup => markup`<span class="class ${of}">${of}</span>`;

export const day = (instant: string): string => instant.slice(0, 10);
