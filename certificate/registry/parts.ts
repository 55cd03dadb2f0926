import { type Markup, markup } from '../../reporters/markup.js';
import type { CertificateClass } from '../verification.js';
import type { Implementation, VerifiedEntry } from './registry.js';

export const classTag = (of: CertificateClass): Markup => markup`<span class="class ${of}">${of}</span>`;

export const day = (instant: string): string => instant.slice(0, 10);

/** Where each file of the site is, seen from its top. */
export const placeOf = ({ slug }: Implementation): string => `implementations/${slug}.html`;
export const badgeOf = ({ slug }: Implementation): string => `badges/${slug}.svg`;
export const reportOf = ({ certificate }: VerifiedEntry): string => `reports/${certificate.sha256}.html`;
