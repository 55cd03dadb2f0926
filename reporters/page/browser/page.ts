/** Runs in a page, and only shows, hides and copies what is there. The filters hold until the reader leaves the page. */
import { all, copyButtons } from './copy.js';

const input = document.querySelector<HTMLInputElement>('#filter-q');
const result = document.querySelector<HTMLElement>('#filter-result');
const clear = document.querySelector<HTMLElement>('#filter-clear');
const toggles = all('[data-filter]');

const isPressed = (toggle: HTMLElement): boolean => toggle.getAttribute('aria-pressed') === 'true';

/** True if the item has a value of each filter with pressed buttons. A cause has the verdicts of all that it breaks. */
function hasPressedValues({ dataset }: HTMLElement): boolean {
  const pressed = toggles.filter(isPressed).map((toggle) => toggle.dataset);
  return pressed.every(({ filter = '' }) => {
    const values = dataset[filter]?.split(' ');
    return values === undefined || pressed.some((of) => of.filter === filter && values.includes(of.value ?? ''));
  });
}

function update(): void {
  const words = (input?.value ?? '').toLowerCase().trim().split(/\s+/);
  const isFiltered = words.join('') !== '' || toggles.some(isPressed);
  for (const item of all('main [data-item]')) {
    const text = (item.textContent ?? '').toLowerCase();
    item.hidden = !(hasPressedValues(item) && words.every((word) => text.includes(word)));
  }
  for (const group of all('[data-group], main > :is(section, .part)')) {
    const items = all('[data-item]', group);
    group.hidden = items.length > 0 && items.every((item) => item.hidden);
  }
  // A filter that finds something in a fold shows it.
  if (isFiltered) for (const fold of all('details:is(.clause, .held, .part)')) fold.setAttribute('open', '');
  if (clear) clear.hidden = !isFiltered;
  if (result) result.textContent = isFiltered ? `Showing ${visibleAmounts().join(', ')}.` : '';
}

const visibleAmounts = (): string[] =>
  ['cause', 'requirement', 'scenario', 'implementation'].flatMap((name) => {
    const elements = all(`.${name}`);
    const visible = elements.filter((element) => !element.closest('[hidden]'));
    return elements.length === 0 ? [] : [`${visible.length} of ${elements.length} ${name}s`];
  });

function showAll(): void {
  if (input) input.value = '';
  for (const toggle of toggles) toggle.setAttribute('aria-pressed', 'false');
  update();
}

/** Shows and unfolds the element that the address names. */
function arrive(): void {
  const target = document.getElementById(location.hash.slice(1));
  if (target?.closest('[hidden]')) showAll();
  for (let fold = target?.closest('details'); fold; fold = fold.parentElement?.closest('details')) fold.open = true;
  target?.scrollIntoView();
}

for (const toggle of toggles) {
  toggle.addEventListener('click', () => {
    toggle.setAttribute('aria-pressed', String(!isPressed(toggle)));
    update();
  });
}
input?.addEventListener('input', update);
clear?.addEventListener('click', () => {
  showAll();
  input?.focus();
});
addEventListener('hashchange', arrive);
// The page is whole without its script: the controls show when it runs, unfolded if there is room for them.
for (const controls of all('[data-controls]')) {
  controls.hidden = false;
  controls.toggleAttribute('open', matchMedia('(min-width: 44rem)').matches);
}
copyButtons();
arrive();
