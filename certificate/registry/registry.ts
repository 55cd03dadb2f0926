import { createHash } from 'node:crypto';
import { groupBy } from '../../reporters/wording.js';
import type { JudgedContract } from '../../runner/judge/judge.js';
import type { AmbiguityResult, Report, RequirementResult } from '../../runner/judge/report.js';
import type { Certificate, CertificateClass } from '../verification.js';
import type { Verified } from '../verify.js';

/** A bundle of the folder, after it was verified. */
export type Entry = VerifiedEntry | RefusedEntry;

export interface VerifiedEntry {
  readonly state: 'verified';
  /** Its name in the folder. */
  readonly file: string;
  readonly class: CertificateClass;
  /** Why a verification summary beside it does not count: a sentence. */
  readonly remark?: string;
  readonly certificate: Certificate;
  /** The fingerprint of the key; absent: unsigned. */
  readonly signer?: string;
  readonly requirements: readonly RequirementResult[];
  readonly ambiguities: readonly AmbiguityResult[];
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

/** @param badge of the report that was derived again */
export function entryOf(
  file: string,
  { verification, derived }: Verified,
  badge: (report: Report) => string,
  remark?: string,
): Entry {
  const { certificate, verified, checks, signature } = verification;
  if (!(verified && certificate && derived)) {
    const { name, version } = certificate?.subject ?? {};
    const reasons = checks.filter(({ ok }) => !ok).map(({ check, message }) => `${check}: ${message}`);
    return { state: 'refused', file, claim: name && `${name}@${version}`, reasons };
  }
  return {
    state: 'verified',
    file,
    class: verification.class,
    remark,
    certificate,
    ...(signature && 'keyid' in signature && { signer: signature.keyid }),
    requirements: derived.requirements,
    ambiguities: derived.ambiguities,
    badge: badge(derived),
  };
}

export type RegistryContract = Pick<
  JudgedContract,
  'name' | 'version' | 'clauses' | 'requirements' | 'ambiguities' | 'editions'
>;

export interface RegistryInput {
  readonly tool: Report['tool'];
  readonly contract: RegistryContract;
  readonly entries: readonly Entry[];
  /** Absent: nothing expires. */
  readonly maxAgeDays?: number | undefined;
  /** Milliseconds since 1970; only what has expired depends on it. */
  readonly now: number;
}

/** What the pages show. */
export interface Registry extends Omit<RegistryInput, 'entries' | 'now'> {
  readonly implementations: readonly Implementation[];
  readonly refused: readonly RefusedEntry[];
  readonly survey: readonly SurveyQuestion[];
  /** When the newest run began; ISO 8601. */
  readonly updated: string;
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

/** What all implementations do where the contract is silent. */
export interface SurveyQuestion {
  readonly id: string;
  readonly clause: string;
  readonly question: string;
  /** The most frequent first. */
  readonly answers: readonly SurveyAnswer[];
}

export interface SurveyAnswer {
  readonly observed: string;
  readonly implementations: readonly Implementation[];
}

/** The strongest first. */
export const CLASSES = ['programme-run', 'verified', 'self-attested'] as const satisfies readonly CertificateClass[];

const DAY_MS = 86_400_000;

/** Where there is no bundle that verifies. */
const NEVER = '1970-01-01T00:00:00.000Z';

/** Code units: the same order on every machine. */
const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const instantOf = ({ certificate }: VerifiedEntry): number => Date.parse(certificate.startedAt);

const newestFirst = (a: VerifiedEntry, b: VerifiedEntry): number =>
  instantOf(b) - instantOf(a) || byText(a.certificate.sha256, b.certificate.sha256) || byText(a.file, b.file);

export function registryOf({ entries, now, ...input }: RegistryInput): Registry {
  const verified = onePerStatement(entries.filter((entry) => entry.state === 'verified').sort(newestFirst));
  const isOld = (entry: VerifiedEntry) =>
    input.maxAgeDays !== undefined && now - instantOf(entry) > input.maxAgeDays * DAY_MS;
  const sameOwner = ({ certificate, signer }: VerifiedEntry) => `${signer} ${certificate.subject.name}`;
  const implementations = [...groupBy(verified, sameOwner).values()]
    .map((history) => implementationOf(history, isOld))
    .sort((a, b) => byText(a.name.toLowerCase(), b.name.toLowerCase()) || byText(a.slug, b.slug));
  return {
    ...input,
    implementations,
    refused: entries.filter((entry) => entry.state === 'refused').sort((a, b) => byText(a.file, b.file)),
    survey: surveyOf(input.contract, implementations),
    updated: verified[0]?.certificate.startedAt ?? NEVER,
  };
}

/** A directory and its archive are one bundle; of several, the one with the strongest class. */
function onePerStatement(entries: readonly VerifiedEntry[]): VerifiedEntry[] {
  const rank = ({ class: of }: VerifiedEntry) => CLASSES.indexOf(of);
  const found = new Map<string, VerifiedEntry>();
  for (const entry of entries) {
    const other = found.get(entry.certificate.sha256);
    if (!other || rank(entry) < rank(other)) found.set(entry.certificate.sha256, entry);
  }
  return [...found.values()];
}

function implementationOf(
  history: readonly [VerifiedEntry, ...VerifiedEntry[]],
  isOld: (entry: VerifiedEntry) => boolean,
): Implementation {
  const [current] = history;
  const { name } = current.certificate.subject;
  const { signer } = current;
  return {
    name,
    signer,
    slug: slugOf(name, signer),
    current,
    history,
    isExpired: isOld(current),
  };
}

/** Legible, and of one signer: names differ in case or a slash only, and a file system may not tell these apart. */
function slugOf(name: string, signer: string | undefined): string {
  const digest = createHash('sha256').update(JSON.stringify([name, signer ?? null]));
  return `${name.toLowerCase().replace(/[^a-z0-9.]+/g, '-')}-${digest.digest('hex').slice(0, 16)}`;
}

function surveyOf({ ambiguities }: RegistryContract, implementations: readonly Implementation[]): SurveyQuestion[] {
  return ambiguities.map(({ id, clause, question }) => {
    const observedBy = (implementation: Implementation): string =>
      implementation.current.ambiguities.find((answer) => answer.id === id)?.observed ??
      'not observed: its edition did not ask';
    const answers = groupBy(implementations, observedBy);
    const sorted = [...answers].sort(([a, as], [b, bs]) => bs.length - as.length || byText(a, b));
    return { id, clause, question, answers: sorted.map(([observed, of]) => ({ observed, implementations: of })) };
  });
}
