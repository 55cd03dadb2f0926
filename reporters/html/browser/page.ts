/** Runs in the page and only shows and hides what is there: `#verdict=fail,warn&level=must&q=cancel`. */
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

const allows = (wanted: ReadonlySet<string>, value: string | undefined): boolean =>
  wanted.size === 0 || value === undefined || wanted.has(value);

const isWanted = ({ dataset }: HTMLElement, { verdict, level }: Wanted): boolean =>
  allows(verdict, dataset.verdict) && allows(level, dataset.level);

function show(wanted: Wanted): void {
  for (const item of all('main [data-item]')) {
    item.hidden = !(isWanted(item, wanted) && wanted.words.every((word) => textOf(item).includes(word)));
  }
  for (const scenario of all('[data-scenario]')) showScenario(scenario, wanted);
  for (const group of all('[data-group], main > section')) {
    const parts = all('[data-item], [data-scenario]', group);
    group.hidden = parts.length > 0 && parts.every((part) => part.hidden);
  }
  // Each entry of the contents leads to something that is shown.
  for (const entry of all('nav li')) {
    entry.hidden = placeOf(entry.querySelector('a')?.hash ?? '')?.closest('[hidden]') != null;
  }
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
  if (clear) clear.hidden = !isFiltered;
  const [requirements, exchanges] = ['.requirement', '.exchange'].map((kind) => {
    const elements = all(kind);
    return `${elements.filter((element) => !element.closest('[hidden]')).length} of ${elements.length}`;
  });
  filters.tell(isFiltered ? `Showing ${requirements} requirements, ${exchanges} exchanges.` : '');
}

/** Unfolds what the address names. */
function arrive(): void {
  update();
  const target = placeOf(location.hash);
  if (target instanceof HTMLDetailsElement) target.open = true;
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
  if (target instanceof HTMLDetailsElement) target.open = true;
  target.scrollIntoView();
  (target.querySelector('summary') ?? target).focus();
}

clear?.addEventListener('click', () => filters.clear());
document.addEventListener('click', follow);
addEventListener('hashchange', arrive);
filters.begin();
arrive();
