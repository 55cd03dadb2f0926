import type { OrderMoment, ReportOrder } from '../judge/report/report.js';
import { excerpt } from './printable.js';
import { someOf } from './wording.js';

/** Names a moment: a sighting by the state that it shows, a cancel by its role as a suspect. */
type MomentSign = 'declared' | 'changed' | 'gone' | 'refused' | 'suspect';

function signOf({ kind, shows }: OrderMoment): MomentSign {
  if (kind === 'suspect') return kind;
  return (['changed', 'gone', 'refused'] as const).find((each) => each === shows) ?? 'declared';
}

const SIGNS: Readonly<Record<MomentSign, string>> = {
  declared: '●',
  changed: '◐',
  gone: '○',
  refused: '◇',
  suspect: '╳',
};

/** Moments after each other with the same sign. */
interface Stretch {
  readonly sign: MomentSign;
  readonly moments: OrderMoment[];
}

/** The moments up to the change. Later ones repeat it, unless one shows the order as declared again. */
function momentsToTell({ stages, window }: ReportOrder): readonly OrderMoment[] {
  const isSighting = ({ kind }: OrderMoment): boolean => kind === 'sighting';
  const change = stages.findIndex((moment) => isSighting(moment) && moment.exchange === window?.before);
  const isBack = stages.slice(change + 1).some((moment) => signOf(moment) === 'declared');
  return change < 0 || isBack ? stages : stages.slice(0, change + 1);
}

/** `●━━╳━━○`, and the same in words: `pending 2 times · cancels of 101, 103 · gone`. */
export function orderLine(order: ReportOrder) {
  const stretches: Stretch[] = [];
  for (const moment of momentsToTell(order)) {
    const [sign, last] = [signOf(moment), stretches.at(-1)];
    if (last?.sign === sign) last.moments.push(moment);
    else stretches.push({ sign, moments: [moment] });
  }
  const first = stretches.findIndex(({ sign }) => sign === 'declared' || sign === 'changed');
  const words = stretches.map((stretch, index) => wordsOf(stretch, order, index > first && first >= 0)).join(' · ');
  return { signs: stretches.map(({ sign }) => SIGNS[sign]).join('━━'), words };
}

/** @param wasThere an earlier moment showed the order: only then can it be gone */
function wordsOf({ sign, moments }: Stretch, { id, state }: ReportOrder, wasThere: boolean): string {
  if (sign === 'suspect') return suspectsText(moments, id);
  // Quote the answer: it does not show the state of the order.
  if (sign === 'refused')
    return someOf([...new Set(moments.map(({ text }) => excerpt(text.replace(/ to its cancel.*/s, ''))))]);
  const isState = moments.some(({ shows }) => shows === 'declared');
  const word = sign === 'gone' && !wasThere ? 'not there' : sign !== 'declared' ? sign : isState ? state : 'there';
  return moments.length === 1 ? word : `${word} ${moments.length} times`;
}

/** `cancels of 101, 103` if all of them are cancels; otherwise texts such as `3 cancels of 101`. */
function suspectsText(moments: readonly OrderMoment[], orderId: string): string {
  const texts = moments.map(({ text }) => excerpt(text));
  const ids = texts.flatMap((text) => /^cancel of (\S+)/.exec(text)?.[1] ?? []);
  if (ids.length < texts.length) return someOf([...new Set(texts)]);
  const named = [...new Set(ids.map((id) => (id === 'it' ? orderId : id)))];
  const count = named.length === 1 && ids.length > 1 ? `${ids.length} ` : '';
  return `${count}${ids.length === 1 ? 'cancel' : 'cancels'} of ${someOf(named)}`;
}
