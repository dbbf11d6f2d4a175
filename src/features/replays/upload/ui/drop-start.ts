import { closest, find } from '#ui/dom.ts';
import { loader } from '#ui/loader.ts';
import { openWindow } from '#ui/open-window.ts';
import { toast } from '#ui/stores/toast.ts';
import { acceptDrops } from '#ui/upload/accept-drops.ts';

const loadDropWindow = loader(() => import('./DropWindow.tsx'));

const gbxFiles = (transfer: DataTransfer | null) =>
  [...(transfer?.files ?? [])].filter(({ name }) => /\.gbx$/i.test(name));

/**
 * A replay dropped on any page; parts of pages that take files handle them themselves. This module starts by itself when something is
 * dragged over the page; the window is loaded on a drop.
 */
acceptDrops(document.documentElement, {
  accepts: ({ type, target, dataTransfer }) =>
    !find(document, '.drop', Element) &&
    !closest(target, '[type=file]', Element) &&
    (type !== 'drop' || gbxFiles(dataTransfer).length > 0),
  onDrop(dropped) {
    const [file, ...others] = gbxFiles(dropped);
    if (!file) return;
    openWindow(async () => (await loadDropWindow()).DropWindow, {
      file,
      others: others.length,
    }).catch(() => toast('Couldn’t reach the server. Try again.'));
  },
});
