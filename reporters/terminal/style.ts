export type Style = 'good' | 'bad' | 'caution' | 'open' | 'strong' | 'quiet';

/** SGR parameters (ECMA-48 §8.3.117). Bold, faint and the six named colours are legible on light and dark terminals. */
const parameters: Readonly<Record<Style, string>> = {
  good: '32',
  bad: '31',
  caution: '33',
  open: '36',
  strong: '1',
  quiet: '2',
};

export type Paint = (style: Style, text: string) => string;

export const painter = (color: boolean): Paint =>
  color ? (style, text) => `\u001b[${parameters[style]}m${text}\u001b[0m` : (_style, text) => text;
