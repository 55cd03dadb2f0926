/**
 * Shows, hides and orders the rows that are there; the page is whole without it. What is shown is in the address:
 * `#q=pet&class=verified,witnessed&sort=-date`. Any other fragment names a place of the page.
 */

const all = (selector: string, root: ParentNode = document): HTMLElement[] => [
  ...root.querySelectorAll<HTMLElement>(selector),
];

const input = document.querySelector<HTMLInputElement>('#filter-q');
const result = document.querySelector<HTMLElement>('#filter-result');
const toggles = all('[data-filter]');
const sorters = all('[data-sort]');
const rows = all('[data-row]');
const texts = new Map(rows.map((row) => [row, (row.textContent ?? '').toLowerCase()]));

function parameters(): URLSearchParams {
  const fragment = location.hash.slice(1);
  return new URLSearchParams(/^(?:q|class|age|sort)=/.test(fragment) ? fragment : '');
}

const valuesOf = (given: URLSearchParams, name: string): Set<string> =>
  new Set((given.get(name) ?? '').split(',').filter((value) => value !== ''));

function show(given: URLSearchParams): void {
  const words = (given.get('q') ?? '').toLowerCase().split(/\s+/);
  for (const row of rows) {
    const isWanted = ['class', 'age'].every((name) => {
      const values = valuesOf(given, name);
      return values.size === 0 || values.has(row.dataset[name] ?? '');
    });
    row.hidden = !(isWanted && words.every((word) => texts.get(row)?.includes(word)));
  }
}

/** Without a wish, in the order of the page. */
function order(given: URLSearchParams): void {
  const wish = given.get('sort') ?? '';
  const name = wish.replace(/^-/, '');
  const direction = wish.startsWith('-') ? -1 : 1;
  const textIn = (row: HTMLElement) => row.dataset[name] ?? '';
  const compare = (a: HTMLElement, b: HTMLElement) =>
    direction * textIn(a).localeCompare(textIn(b), 'en', { numeric: true });
  const ordered = sorters.some(({ dataset }) => dataset.sort === name) ? [...rows].sort(compare) : rows;
  for (const row of ordered) row.parentElement?.append(row);
  for (const sorter of sorters) {
    const state = sorter.dataset.sort !== name ? 'none' : direction === 1 ? 'ascending' : 'descending';
    sorter.closest('th')?.setAttribute('aria-sort', state);
  }
}

function update(): void {
  const given = parameters();
  show(given);
  order(given);
  for (const toggle of toggles) {
    const isPressed = valuesOf(given, toggle.dataset.filter ?? '').has(toggle.dataset.value ?? '');
    toggle.setAttribute('aria-pressed', String(isPressed));
  }
  if (input && document.activeElement !== input) input.value = given.get('q') ?? '';
  const shown = rows.filter((row) => !row.hidden).length;
  if (result) result.textContent = shown === rows.length ? '' : `Showing ${shown} of ${rows.length} implementations.`;
}

function change(name: string, value: string, isStep = true): void {
  const given = parameters();
  if (value === '') given.delete(name);
  else given.set(name, value);
  const fragment = given.toString().replaceAll('%2C', ',');
  const address = fragment === '' ? `${location.pathname}${location.search}` : `#${fragment}`;
  if (isStep) history.pushState(null, '', address);
  else history.replaceState(null, '', address);
  update();
}

for (const toggle of toggles) {
  toggle.addEventListener('click', () => {
    const { filter = '', value = '' } = toggle.dataset;
    const values = valuesOf(parameters(), filter);
    if (!values.delete(value)) values.add(value);
    change(filter, [...values].join(','));
  });
}
for (const sorter of sorters) {
  sorter.addEventListener('click', () => {
    const { sort = '' } = sorter.dataset;
    change('sort', parameters().get('sort') === sort ? `-${sort}` : sort);
  });
}
input?.addEventListener('input', () => change('q', input.value.trim(), !parameters().has('q')));
addEventListener('hashchange', update);
for (const controls of all('.filters')) controls.hidden = false;
update();

export {};
