/**
 * Runs in the page and only shows and hides what is there: the page is whole without it. What is shown is in the address,
 * so that it can be sent to others and the back button works: `#verdict=fail,warn&level=must&q=cancel`. Any other
 * fragment names a place of the page.
 */

interface Filter {
  readonly verdict: ReadonlySet<string>;
  readonly level: ReadonlySet<string>;
  /** Lower case; all of them must occur. */
  readonly words: readonly string[];
}

const all = (selector: string, root: ParentNode = document): HTMLElement[] => [
  ...root.querySelectorAll<HTMLElement>(selector),
];

const input = document.querySelector<HTMLInputElement>('#filter-q');
const result = document.querySelector<HTMLElement>('#filter-result');
const clear = document.querySelector<HTMLElement>('#filter-clear');
const toggles = all('[data-filter]');

const isFilter = (fragment: string): boolean => /^(?:verdict|level|q)=/.test(fragment);

/** Of the address; a fragment that is not a filter filters nothing. */
function parameters(): URLSearchParams {
  const fragment = location.hash.slice(1);
  return new URLSearchParams(isFilter(fragment) ? fragment : '');
}

const valuesOf = (given: URLSearchParams, name: string): Set<string> =>
  new Set((given.get(name) ?? '').split(',').filter((value) => value !== ''));

function filterOf(given: URLSearchParams): Filter {
  const words = (given.get('q') ?? '').toLowerCase().split(/\s+/);
  return {
    verdict: valuesOf(given, 'verdict'),
    level: valuesOf(given, 'level'),
    words: words.filter((word) => word !== ''),
  };
}

/** A search reads all texts at each key stroke: they are put into lower case once. */
const texts = new WeakMap<Element, string>();

function textOf(element: Element): string {
  const known = texts.get(element) ?? (element.textContent ?? '').toLowerCase();
  texts.set(element, known);
  return known;
}

const allows = (wanted: ReadonlySet<string>, value: string | undefined): boolean =>
  wanted.size === 0 || value === undefined || wanted.has(value);

const isWanted = ({ dataset }: HTMLElement, { verdict, level }: Filter): boolean =>
  allows(verdict, dataset.verdict) && allows(level, dataset.level);

const matches = (element: Element, { words }: Filter): boolean => {
  return words.every((word) => textOf(element).includes(word));
};

function show(filter: Filter): void {
  for (const item of all('main [data-item]')) {
    item.hidden = !(isWanted(item, filter) && matches(item, filter));
  }
  for (const scenario of all('[data-scenario]')) showScenario(scenario, filter);
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
function showScenario(scenario: HTMLElement, filter: Filter): void {
  const rows = all('[data-item]', scenario);
  const head = [...scenario.children].filter((child) => !rows.includes(child as HTMLElement));
  const isNamed = filter.words.every((word) => head.some((child) => textOf(child).includes(word)));
  if (isNamed) for (const row of rows) row.hidden = false;
  scenario.hidden = !isWanted(scenario, filter) || !(isNamed || rows.some((row) => !row.hidden));
}

/** What the controls show and say. */
function tell(given: URLSearchParams): void {
  const isFiltered = [...given].some(([, value]) => value !== '');
  for (const toggle of toggles) {
    const isPressed = valuesOf(given, toggle.dataset.filter ?? '').has(toggle.dataset.value ?? '');
    toggle.setAttribute('aria-pressed', String(isPressed));
  }
  if (input && document.activeElement !== input) input.value = given.get('q') ?? '';
  if (clear) clear.hidden = !isFiltered;
  if (!result) return;
  const [requirements, exchanges] = ['.requirement', '.exchange'].map((kind) => {
    const elements = all(kind);
    return `${elements.filter((element) => !element.closest('[hidden]')).length} of ${elements.length}`;
  });
  result.textContent = isFiltered ? `Showing ${requirements} requirements, ${exchanges} exchanges.` : '';
}

function update(): void {
  const given = parameters();
  show(filterOf(given));
  tell(given);
}

/** The address without a fragment is the page without a filter. */
const addressOf = (given: URLSearchParams): string => {
  // Commas are legible, and need no escape in a fragment (RFC 3986 §3.5).
  const fragment = given.toString().replaceAll('%2C', ',');
  return fragment === '' ? `${location.pathname}${location.search}` : `#${fragment}`;
};

function toggleValue(name: string, value: string): void {
  const given = parameters();
  const values = valuesOf(given, name);
  if (!values.delete(value)) values.add(value);
  if (values.size > 0) given.set(name, [...values].join(','));
  else given.delete(name);
  history.pushState(null, '', addressOf(given));
  update();
}

/** A key stroke is not a step back: the address of a search is replaced as it grows. */
function search(words: string): void {
  const given = parameters();
  const wasSearch = given.has('q');
  if (words.trim() !== '') given.set('q', words);
  else given.delete('q');
  if (wasSearch) history.replaceState(null, '', addressOf(given));
  else history.pushState(null, '', addressOf(given));
  update();
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
  if (!target || !isPlain || !isFilter(location.hash.slice(1)) || target.closest('[hidden]')) return;
  event.preventDefault();
  if (target instanceof HTMLDetailsElement) target.open = true;
  target.scrollIntoView();
  (target.querySelector('summary') ?? target).focus();
}

for (const toggle of toggles) {
  toggle.addEventListener('click', () => toggleValue(toggle.dataset.filter ?? '', toggle.dataset.value ?? ''));
}
input?.addEventListener('input', () => search(input.value));
clear?.addEventListener('click', () => {
  if (input) input.value = '';
  history.pushState(null, '', addressOf(new URLSearchParams()));
  update();
  input?.focus();
});
document.addEventListener('click', follow);
addEventListener('hashchange', arrive);
for (const controls of all('.filters')) controls.hidden = false;
arrive();

export {};
