import { type Markup, markup } from '../../reporters/markup.js';
import type { RequirementResult, Verdict } from '../../runner/judge/report.js';
import type { VerifiedEntry } from './entry.js';
import type { Implementation } from './registry.js';

export const none = markup``;

const WORDS: Readonly<Record<Verdict, string>> = {
  pass: 'held',
  warn: 'broken',
  fail: 'broken',
  blocked: 'not judged',
  inconclusive: 'not judged',
  skipped: 'not judged',
  error: 'not judged',
  'not-applicable': 'not applicable',
};

export const wordOf = ({ verdict, scored }: Pick<RequirementResult, 'verdict' | 'scored'>): string =>
  `${WORDS[verdict]}${scored === false ? ' (not scored)' : ''}`;

export const classTag = ({ class: of }: Pick<VerifiedEntry, 'class'>): Markup =>
  markup`<span class="class ${of}">${of}</span>`;

export const day = (instant: string): string => instant.slice(0, 10);

/** Where each file of the site is, seen from its top. */
export const placeOf = ({ slug }: Implementation): string => `implementations/${slug}.html`;
export const badgeOf = ({ slug }: Implementation): string => `badges/${slug}.svg`;
export const reportOf = ({ certificate }: VerifiedEntry): string => `reports/${certificate.sha256}.html`;

export const signerText = (signer: string | undefined): string =>
  signer === undefined ? 'unsigned' : `SHA256:${signer.slice(0, 16)}…`;
