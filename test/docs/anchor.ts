/** A dot in an anchor would be lost where a page makes anchors from headings. */
export const anchorOf = (id: string): string => id.replaceAll('.', '-');
