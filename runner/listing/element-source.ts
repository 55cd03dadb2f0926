import type { JsonText } from './json/nodes.js';

/** The text of an element, for evidence; costs a second look at its bytes, so that it is only asked for where it is shown. */
export type ElementSource = () => JsonText;
