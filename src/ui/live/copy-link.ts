import { find, on } from '../dom.ts';
import { loader } from '../loader.ts';
import { reportUnloaded } from '../stores/unloaded.ts';

const loadCopied = loader(() => import('./copied.ts'));

/**
 * Buttons that copy a link. The copying itself is loaded with the page: WebKit forgets that a button was pressed while code is being
 * loaded, and then refuses the clipboard. What follows is loaded meanwhile.
 */
export function startCopyLinks(): void {
  on(document, 'click', '[data-copy]', HTMLElement, (button) => {
    const text = new URL(button.dataset.copy ?? '', location.origin).href;
    const isCopied = writeToClipboard(text);
    void loadCopied().then(
      async ({ showCopied }) => showCopied(button, text, await isCopied),
      reportUnloaded,
    );
  });
  // without https there is no clipboard, and the other way needs the press as well
  if (!isSecureContext && find(document, '[data-copy]', Element)) void loadCopied().catch(() => {});
}

async function writeToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch (error) {
    console.warn('The clipboard refused the link:', error);
    return false;
  }
}
