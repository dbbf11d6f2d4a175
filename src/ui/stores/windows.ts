import { find } from '../dom.ts';
import { WindowStack } from './window-stack.ts';

/** The windows of this page: header menus, quick search, filter window, panels, dialogs. */
export const windows = new WindowStack<MouseEvent>(() => Date.now());

/** Whether the press is inside the dialog. Its backdrop is the dialog's own element, so the position decides there. */
function isInside(dialog: HTMLDialogElement, press: MouseEvent): boolean {
  if (press.target !== dialog) return press.composedPath().includes(dialog);
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return press.clientX >= left && press.clientX <= right && press.clientY >= top && press.clientY <= bottom;
}

interface DialogOptions {
  /** false keeps it open when the user presses Escape or clicks outside */
  readonly mayClose?: () => boolean;
  /** a press outside never closes it; Escape does */
  readonly isBlocking?: boolean;
}

/** Shows a dialog on top of everything. Escape and a press outside close it. */
export function showDialog(
  dialog: HTMLDialogElement,
  { mayClose = () => true, isBlocking = false }: DialogOptions = {},
): void {
  const window = {
    contains: (press: MouseEvent) => isBlocking || isInside(dialog, press),
    close: () => dialog.close(),
    mayClose,
  };
  const refuse = (event: Event) => mayClose() || event.preventDefault();
  dialog.addEventListener('cancel', refuse);
  dialog.addEventListener(
    'close',
    () => {
      dialog.removeEventListener('cancel', refuse);
      windows.gone(window);
    },
    { once: true },
  );
  dialog.showModal();
  windows.opened(window);
}

/** A details element as a window: it opens by itself, the stack closes it. */
export const detailsWindow = (details: HTMLDetailsElement, mayClose: () => boolean) => ({
  contains: (press: MouseEvent) => press.composedPath().includes(details),
  close() {
    const hadFocus = details.contains(document.activeElement);
    details.open = false;
    if (hadFocus) find(details, 'summary', HTMLElement)?.focus();
  },
  mayClose,
});

/** Connects presses and Escape with the stack. A dialog handles Escape itself. */
export function startWindows(): void {
  document.addEventListener('click', (event) => windows.press(event));
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !find(document, 'dialog:modal', Element)) windows.closeTop();
  });
}
