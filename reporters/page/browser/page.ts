/** Runs in the page, and only shows, hides and copies what is there: `#verdict=fail,warn&level=must&q=cancel`. */
import { copyButtons } from './copy.js';
import { all, Filters } from './filters.js';

interface Wanted {
  readonly verdict: ReadonlySet<string>;
  readonly level: ReadonlySet<string>;
  readonly words: readonly string[];
}

const clear = document.querySelector<HTMLElement>('#filter-clear');
const filters = new Filters(/^#(?:verdict|level|q)=/, update);

/** A search reads all texts at each key stroke: they are put into lower case once. */
const texts = new WeakMap<Element, string>();

function textOf(element: Element): string {
  const known = texts.get(element) ?? (element.textContent ?? '').toLowerCase();
  texts.set(element, known);
  return known;
}

/** A cause has the verdicts and levels of all requirements that it breaks. */
const allows = (wanted: ReadonlySet<string>, values: string | undefined): boolean =>
  wanted.size === 0 || values === undefined || values.split(' ').some((value) => wanted.has(value));

const isWanted = ({ dataset }: HTMLElement, { verdict, level }: Wanted): boolean =>
  allows(verdict, dataset.verdict) && allows(level, dataset.level);

function show(wanted: Wanted): void {
  for (const item of all('main [data-item]')) {
    item.hidden = !(isWanted(item, wanted) && wanted.words.every((word) => textOf(item).includes(word)));
  }
  for (const scenario of all('[data-scenario]')) showScenario(scenario, wanted);
  for (const group of all('[data-group], main > :is(section, .part)')) {
    const parts = all('[data-item], [data-scenario]', group);
    group.hidden = parts.length > 0 && parts.every((part) => part.hidden);
  }
}

/** What is folded on opening, and was unfolded for a filter. */
let unfolded: HTMLElement[] = [];

/** What a filter finds is seen; where it ends, the page is as short as before. */
function unfold(isFiltered: boolean): void {
  for (const fold of unfolded) fold.removeAttribute('open');
  unfolded = isFiltered ? all('details:is(.clause, .held, .part):not([open], [hidden])') : [];
  for (const fold of unfolded) fold.setAttribute('open', '');
}

/** Where the head of a scenario has the words, all of its exchanges are shown. */
function showScenario(scenario: HTMLElement, wanted: Wanted): void {
  const rows = all('[data-item]', scenario);
  const head = [...scenario.children].filter((child) => !rows.includes(child as HTMLElement));
  const isNamed = wanted.words.every((word) => head.some((child) => textOf(child).includes(word)));
  if (isNamed) for (const row of rows) row.hidden = false;
  scenario.hidden = !isWanted(scenario, wanted) || !(isNamed || rows.some((row) => !row.hidden));
}

function update(): void {
  show({ verdict: filters.values('verdict'), level: filters.values('level'), words: filters.words });
  const isFiltered = [...filters.given].some(([, value]) => value !== '');
  unfold(isFiltered);
  if (clear) clear.hidden = !isFiltered;
  const shown = ['cause', 'requirement', 'exchange'].flatMap((kind) => {
    const elements = all(`.${kind}`);
    const amount = elements.filter((element) => !element.closest('[hidden]')).length;
    return elements.length === 0 ? [] : [`${amount} of ${elements.length} ${kind}s`];
  });
  filters.tell(isFiltered ? `Showing ${shown.join(', ')}.` : '');
}

/** Unfolds what the address names, and all that it is in. */
function arrive(): void {
  update();
  reach(placeOf(location.hash));
}

function reach(target: HTMLElement | null): void {
  for (let fold = target?.closest('details'); fold; fold = fold.parentElement?.closest('details')) fold.open = true;
  target?.scrollIntoView();
}

function placeOf(fragment: string): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(fragment.slice(1)));
  } catch {
    return null;
  }
}

/** Where what a link leads to is shown, the filter stays; else the address that the link names ends it. */
function follow(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const target = placeOf(link?.getAttribute('href') ?? '');
  const isPlain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
  if (!target || !isPlain || !filters.isInAddress || target.closest('[hidden]')) return;
  event.preventDefault();
  reach(target);
  (target.querySelector('summary') ?? target).focus();
}

clear?.addEventListener('click', () => filters.clear());
document.addEventListener('click', follow);
addEventListener('hashchange', arrive);
filters.begin();
copyButtons();
arrive();
