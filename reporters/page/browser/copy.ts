export const all = (selector: string, root: ParentNode = document): HTMLElement[] => [
  ...root.querySelectorAll<HTMLElement>(selector),
];

/** Beside each piece of code that a reader takes along. */
export function copyButtons(): void {
  for (const snippet of all('.snippet')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Copy';
    button.ariaLive = 'polite';
    button.addEventListener('click', () => void copy(snippet, button));
    snippet.append(button);
  }
}

async function copy(snippet: HTMLElement, button: HTMLButtonElement): Promise<void> {
  const code = snippet.querySelector('pre');
  if (!code) return;
  try {
    await navigator.clipboard.writeText(code.textContent);
    button.textContent = 'Copied';
  } catch {
    // Pages from plain HTTP have no clipboard.
    getSelection()?.selectAllChildren(code);
    button.textContent = 'Press Ctrl+C';
  }
}
