import { type Markup, markup } from '../../reporters/markup.js';
import type { Implementation, VerifiedEntry } from './registry.js';

export const none = markup``;

export const classTag = ({ class: of }: Pick<VerifiedEntry, 'class'>): Markup =>
  markup`<span class="class ${of}">${of}</span>`;

export const day = (instant: string): string => instant.slice(0, 10);

/** Where each file of the site is, seen from its top. */
export const placeOf = ({ slug }: Implementation): string => `implementations/${slug}.html`;
export const badgeOf = ({ slug }: Implementation): string => `badges/${slug}.svg`;
export const reportOf = ({ certificate }: VerifiedEntry): string => `reports/${certificate.sha256}.html`;

export const signerText = (signer: string | undefined): string =>
  signer === undefined ? 'unsigned' : `SHA256:${signer.slice(0, 16)}…`;
