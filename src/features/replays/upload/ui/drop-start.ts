import { openWindow } from '#ui/open-window.ts';
import { toast } from '#ui/stores/toast.ts';

/**
 * A file dropped on any page; pages with a drop zone of their own handle it themselves. This module starts by itself when something
 * is dragged over the page; the window is loaded on a drop.
 */
const isOurs = (event: DragEvent) =>
  !event.defaultPrevented &&
  event.dataTransfer?.types.includes('Files') === true &&
  !document.querySelector('.drop') &&
  !(event.target instanceof Element && event.target.closest('[type=file]'));

addEventListener('dragover', (event) => isOurs(event) && event.preventDefault());
addEventListener('drop', (event) => {
  const [file, ...others] = [...(event.dataTransfer?.files ?? [])].filter(({ name }) => /\.gbx$/i.test(name));
  if (!file || !isOurs(event)) return;
  event.preventDefault();
  openWindow(async () => (await import('./DropWindow.tsx')).DropWindow, {
    file,
    others: others.length,
  }).catch(() => toast('The server could not be reached. Try again.'));
});
