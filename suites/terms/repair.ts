import { repairs } from './repairs.generated.js';

/** The right answer to a request. A test gives it in place of each answer that a cause quotes, and judges again. */
export interface RightAnswer {
  /** Absent: the status is right. */
  readonly status?: number;
  /** Another status that is right as well. */
  readonly or?: number;
  /** Absent: the body is right, or left open. */
  readonly body?: keyof typeof BODIES;
  /** The fields that are wrong. Empty: the field is left out. */
  readonly headers?: Readonly<Record<string, string>>;
}

const BODIES = {
  Error: ' with an Error body',
  orders: ' with the array of all orders',
  none: ', without a body,',
} as const;

/** Tells an implementer how to repair a deviation. */
export interface Repair {
  readonly text: string;
  /** The answers that `text` tells to give: one for all requests, or that of each situation. Absent: it tells no answer. */
  readonly answer?: RightAnswer | 'of its situation';
}

/** A repair that is an answer: its sentence is made from it. `when` goes on after the answer, and ends the sentence. */
export const answering = (answer: RightAnswer, when: string, before = ''): Repair => {
  const sentence = `${answerWords(answer)}${when}`.replace(/,(?=[.,])/, '');
  return { text: `${before && `${before} `}${sentence}`, answer };
};

function answerWords({ status, or, body, headers = {} }: RightAnswer): string {
  const fields = Object.entries(headers).map(([name, value]) => (value === '' ? name : `${name}: ${value}`));
  if (status !== undefined || body) {
    const as = fields.map((field) => ` and \`${field}\``).join('');
    return `Answer${status ? ` ${[status, or ?? []].flat().sort().join(' or ')}` : ''}${body ? BODIES[body] : ''}${as}`;
  }
  return fields.map((field) => `${field.includes(':') ? 'Send' : 'Leave out'} \`${field}\``).join(', ');
}

type Row = Repair | { readonly answer: RightAnswer; readonly when: string; readonly before?: string };

const repairOf = (row: Row): Repair => ('text' in row ? row : answering(row.answer, row.when, row.before));

/** The repairs that several requirements or causes share. */
export const REPAIRS = Object.fromEntries(
  Object.entries<Row>(repairs).map(([id, row]) => [id, repairOf(row)]),
) as Readonly<Record<keyof typeof repairs, Repair>>;

/** The same answer, with these sentences around it. They stand on lines of their own if the repair has lines to paste. */
export const around = (before: string, { text, ...rest }: Repair, after = ''): Repair => ({
  ...rest,
  text: [before, text, after].filter((part) => part !== '').join(text.includes('\n') ? '\n' : ' '),
});
