import { closest, find, isPlainClick, mustFind, on } from '#ui/dom.ts';
import { latinKey } from '#ui/latin-key.ts';
import { loader } from '#ui/loader.ts';
import { orWithoutScript, reportUnloaded } from '#ui/stores/unloaded.ts';
import { showDialog } from '#ui/stores/windows.ts';

const loadWindow = loader(() => import('./quick-window.ts'));

/** Opens the quick search by its link, S or /, and the list of shortcuts by ?. Both are loaded on first use. */
export function startQuickSearch(): void {
  const dialog = find(document, '[data-quick-window]', HTMLDialogElement);
  if (!dialog) return;
  const link = mustFind(document, '[data-quick-search]', HTMLAnchorElement);
  const open = (event: Event) => {
    event.preventDefault();
    if (dialog.open) return;
    showDialog(dialog);
    mustFind(dialog, 'input', HTMLInputElement).select();
    void loadWindow().then(
      ({ attachQuickSearch }) => attachQuickSearch(dialog),
      () => {
        dialog.close(); // it would not react; what was typed stays for the next attempt
        return orWithoutScript(() => location.assign(link.href));
      },
    );
  };
  on(document, 'click', '[data-quick-search]', Element, (_, event) => {
    if (isPlainClick(event)) open(event);
  });
  document.addEventListener('keydown', (event) => {
    const isTyping = closest(event.target, 'input, textarea, select, [contenteditable]', Element);
    const isOther = event.metaKey || event.ctrlKey || event.altKey || event.isComposing;
    const isCovered = find(document, 'dialog[open]', Element);
    if (isTyping || isOther || isCovered || localStorage.letters) return; // set by ui/stores/shortcuts.ts
    if (/^[s/]$/.test(latinKey(event))) open(event);
    else if (event.key === '?')
      loadWindow()
        .then(({ openShortcuts }) => openShortcuts())
        .catch(reportUnloaded);
  });
}
