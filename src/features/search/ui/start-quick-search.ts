import { latinKey } from '#ui/latin-key.ts';
import { showUnloaded } from '#ui/stores/unloaded.ts';
import { showDialog } from '#ui/stores/windows.ts';

/** Opens the quick search by its link, S or /, and the list of shortcuts by ?. Both are loaded on first use. */
export function startQuickSearch(): void {
  const found = document.querySelector<HTMLDialogElement>('[data-quick-window]');
  if (!found) return;
  const dialog = found;
  const open = (event: Event) => {
    event.preventDefault();
    if (dialog.open) return;
    showDialog(dialog);
    dialog.querySelector('input')?.select();
    void import('./quick-window.ts').then(
      ({ attachQuickSearch }) => attachQuickSearch(dialog),
      () => {
        dialog.close(); // it would not react; what was typed stays for the next attempt
        showUnloaded();
      },
    );
  };
  document.addEventListener('click', (event) => {
    const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (isPlain && event.target instanceof Element && event.target.closest('[data-quick-search]'))
      open(event);
  });
  document.addEventListener('keydown', (event) => {
    const isTyping =
      event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]');
    const isOther = event.metaKey || event.ctrlKey || event.altKey || event.isComposing;
    const isCovered = document.querySelector('dialog[open]');
    if (isTyping || isOther || isCovered || localStorage.letters) return; // set by ui/stores/shortcuts.ts
    if (/^[s/]$/.test(latinKey(event))) open(event);
    else if (event.key === '?')
      import('./quick-window.ts').then(({ openShortcuts }) => openShortcuts()).catch(showUnloaded);
  });
}
