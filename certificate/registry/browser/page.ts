/** Shows and hides the rows that are there: `#q=pet&class=self-attested,programme-run`. */
import { copyButtons } from '../../../reporters/page/browser/copy.js';
import { all, Filters } from '../../../reporters/page/browser/filters.js';

const rows = all('[data-row]');
const filters = new Filters(/^#(?:q|class)=/, update);

function isWanted({ dataset, textContent }: HTMLElement): boolean {
  const text = (textContent ?? '').toLowerCase();
  const classes = filters.values('class');
  return (classes.size === 0 || classes.has(dataset.class ?? '')) && filters.words.every((word) => text.includes(word));
}

function update(): void {
  for (const row of rows) row.hidden = !isWanted(row);
  const shown = rows.filter((row) => !row.hidden).length;
  filters.tell(shown === rows.length ? '' : `Showing ${shown} of ${rows.length} implementations.`);
}

addEventListener('hashchange', update);
filters.begin();
copyButtons();
update();
