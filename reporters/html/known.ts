import { type Markup, markup } from '../markup.js';
import { excerpt } from '../printable.js';
import type { BaselineRemark, Field } from '../view.js';
import { badge, section } from './prose.js';

/** Why a deviation is accepted, and until when. */
export const knownDeviation = (fields: readonly Field[]): Markup =>
  markup`<dl class="facts known">
${fields.map(([name, value]) => markup`<div><dt>${name}</dt><dd>${excerpt(value)}</dd></div>\n`)}</dl>
`;

/** What there is to do about entries of the baseline. */
export const baselineView = (remarks: readonly BaselineRemark[]): Markup =>
  section(
    'baseline',
    'Baseline',
    remarks.map(
      ({ severity, text }) => markup`<div class="open-point" data-item>
<p class="badge">${badge(severity)}</p>
<p>${text}</p>
</div>
`,
    ),
  );
