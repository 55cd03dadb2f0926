/** Shows, hides and orders the rows that are there: `#q=pet&class=verified,programme-run&sort=-date`. */
import { all, Filters } from '../../../reporters/html/browser/filters.js';

const sorters = all('[data-sort]');
const rows = all('[data-row]');
const filters = new Filters(/^#(?:q|class|age|sort)=/, update);

const wish = (): string => filters.given.get('sort') ?? '';

function isWanted({ dataset, textContent }: HTMLElement): boolean {
  const text = (textContent ?? '').toLowerCase();
  const allows = (name: string) => {
    const values = filters.values(name);
    return values.size === 0 || values.has(dataset[name] ?? '');
  };
  return allows('class') && allows('age') && filters.words.every((word) => text.includes(word));
}

/** Without a wish, in the order of the page. */
function order(): void {
  const name = wish().replace(/^-/, '');
  const direction = wish().startsWith('-') ? -1 : 1;
  const textIn = (row: HTMLElement) => row.dataset[name] ?? '';
  const compare = (a: HTMLElement, b: HTMLElement) =>
    direction * textIn(a).localeCompare(textIn(b), 'en', { numeric: true });
  for (const row of [...rows].sort(compare)) row.parentElement?.append(row);
  for (const sorter of sorters) {
    const state = sorter.dataset.sort !== name ? 'none' : direction === 1 ? 'ascending' : 'descending';
    sorter.closest('th')?.setAttribute('aria-sort', state);
  }
}

function update(): void {
  for (const row of rows) row.hidden = !isWanted(row);
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
