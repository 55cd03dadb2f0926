/**
 * What a page shows is in its address, so that it can be sent to others and the back button works:
 * `#verdict=fail,warn&q=cancel`. Any other fragment names a place of the page, and filters nothing.
 */

export const all = (selector: string, root: ParentNode = document): HTMLElement[] => [
  ...root.querySelectorAll<HTMLElement>(selector),
];

const input = document.querySelector<HTMLInputElement>('#filter-q');
const result = document.querySelector<HTMLElement>('#filter-result');
const toggles = all('[data-filter]');

/** The controls of a page, and the parameters in its address. */
export class Filters {
  /** @param begins what the fragment begins with where it is a filter */
  constructor(
    readonly begins: RegExp,
    readonly update: () => void,
  ) {}

  get isInAddress(): boolean {
    return this.begins.test(location.hash);
  }

  get given(): URLSearchParams {
    return new URLSearchParams(this.isInAddress ? location.hash.slice(1) : '');
  }

  values(name: string): Set<string> {
    return new Set((this.given.get(name) ?? '').split(',').filter((value) => value !== ''));
  }

  /** What is searched for, in lower case: all of these must occur. */
  get words(): string[] {
    return (this.given.get('q') ?? '').toLowerCase().split(/\s+/);
  }

  /** The page is whole without its script: the controls show when it runs. */
  begin(): void {
    for (const toggle of toggles) {
      toggle.addEventListener('click', () => {
        const { filter = '', value = '' } = toggle.dataset;
        const values = this.values(filter);
        if (!values.delete(value)) values.add(value);
        this.change(filter, [...values].join(','));
      });
    }
    // A key stroke is not a step back: the address of a search is replaced as it grows.
    input?.addEventListener('input', () => this.change('q', input.value, !this.given.has('q')));
    const controls = document.querySelector('.filters')?.closest<HTMLElement>('[hidden]');
    if (!controls) return;
    controls.hidden = false;
    // Where there is room, nobody has to unfold them.
    if (controls instanceof HTMLDetailsElement) controls.open = matchMedia('(min-width: 44rem)').matches;
  }

  change(name: string, value: string, isStep = true): void {
    const { given } = this;
    if (value.trim() === '') given.delete(name);
    else given.set(name, value);
    this.go(given, isStep);
  }

  clear(): void {
    if (input) input.value = '';
    this.go(new URLSearchParams());
    input?.focus();
  }

  private go(given: URLSearchParams, isStep = true): void {
    // Commas are legible, and need no escape in a fragment (RFC 3986 §3.5).
    const fragment = given.toString().replaceAll('%2C', ',');
    // The address without a fragment is the page without a filter.
    const address = fragment === '' ? `${location.pathname}${location.search}` : `#${fragment}`;
    if (isStep) history.pushState(null, '', address);
    else history.replaceState(null, '', address);
    this.update();
  }

  /** What the controls show and say. */
  tell(text: string): void {
    for (const toggle of toggles) {
      const { filter = '', value = '' } = toggle.dataset;
      toggle.setAttribute('aria-pressed', String(this.values(filter).has(value)));
    }
    if (input && document.activeElement !== input) input.value = this.given.get('q') ?? '';
    if (result) result.textContent = text;
  }
}
