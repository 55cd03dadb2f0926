/** The text of a cell: a bar would end it, and a bracket could start markup. */
export const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
