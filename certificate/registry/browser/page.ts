/** Shows, hides and orders the rows that are there: `#q=pet&class=verified,programme-run&sort=-date`. */
import { all, Filters } from '../../../reporters/html/browser/filters.js';

const sorters = all('[data-sort]');
const rows = all('[data-row]');
const texts = new Map(rows.map((row) => [row, (row.textContent ?? '').toLowerCase()]));

const filters = new Filters(/^#(?:q|class|age|sort)=/, update);

function show(): void {
  const { words } = filters;
  const wanted = ['class', 'age'].map((name) => [name, filters.values(name)] as const);
  for (const row of rows) {
    const isWanted = wanted.every(([name, values]) => values.size === 0 || values.has(row.dataset[name] ?? ''));
    row.hidden = !(isWanted && words.every((word) => texts.get(row)?.includes(word)));
  }
}

const wish = (): string => filters.given.get('sort') ?? '';

/** Without a wish, in the order of the page. */
function order(): void {
  const name = wish().replace(/^-/, '');
  const direction = wish().startsWith('-') ? -1 : 1;
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
  show();
  order();
  const shown = rows.filter((row) => !row.hidden).length;
  filters.tell(shown === rows.length ? '' : `Showing ${shown} of ${rows.length} implementations.`);
}

for (const sorter of sorters) {
  sorter.addEventListener('click', () => {
    const { sort = '' } = sorter.dataset;
    filters.change('sort', wish() === sort ? `-${sort}` : sort);
  });
}
addEventListener('hashchange', update);
filters.begin();
update();
