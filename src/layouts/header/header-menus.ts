import { hasTypedText } from '#ui/stores/typed.ts';
import { detailsWindow, windows } from '#ui/stores/windows.ts';

/**
 * Drop-downs and panels are details elements and open by click or key without this script. It adds opening on hover on wide
 * screens, and closing by Escape, by a click elsewhere and when focus leaves.
 */
const pointerLeavesMs = 180;
const hovers = matchMedia('(min-width: 1021px) and (hover: hover)');

function openUnderPointer(menu: HTMLDetailsElement) {
  let leaving: ReturnType<typeof setTimeout> | undefined;
  let openedByPointer = false;
  menu.addEventListener('pointerenter', (event) => {
    clearTimeout(leaving);
    if (event.pointerType !== 'mouse' || !hovers.matches || menu.open) return;
    menu.open = true;
    openedByPointer = true;
  });
  menu.addEventListener('pointerleave', () => {
    if (openedByPointer) leaving = setTimeout(close, pointerLeavesMs, menu);
  });
  menu.addEventListener('toggle', () => {
    if (!menu.open) openedByPointer = false;
  });
  // the click that follows hovering would close the menu again
  menu.querySelector('summary')?.addEventListener('click', (event) => {
    if (!openedByPointer) return;
    event.preventDefault();
    openedByPointer = false;
  });
}

const close = (menu: HTMLDetailsElement) => {
  menu.open = false;
};

/** The arrow keys move between the items. */
function moveFocus(menu: HTMLDetailsElement, event: KeyboardEvent) {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const items: (Element | null)[] = [...menu.querySelectorAll('.menu :is(a, button)')];
  if (step === 0 || !menu.open || items.length === 0) return;
  const at = items.indexOf(document.activeElement);
  const next = at === -1 ? (step === 1 ? 0 : items.length - 1) : (at + step + items.length) % items.length;
  event.preventDefault();
  const item = items[next];
  if (item instanceof HTMLElement) item.focus();
}

const menus = new WeakMap<HTMLDetailsElement, ReturnType<typeof detailsWindow>>();

/** Every menu is a window of the stack, including later ones. A click next to it does not discard typed text. */
function windowOf(menu: HTMLDetailsElement) {
  const window = menus.get(menu) ?? detailsWindow(menu, () => !hasTypedText(menu));
  menus.set(menu, window);
  return window;
}

const menuAt = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLDetailsElement>('details[data-menu]') : null;

export function startMenus() {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('details[data-hover]'))
    openUnderPointer(menu);
  const follow = ({ target }: Event) => {
    if (!(target instanceof HTMLDetailsElement) || target !== menuAt(target)) return;
    if (target.open) windows.opened(windowOf(target));
    else windows.gone(windowOf(target));
  };
  document.addEventListener('toggle', follow, true); // it does not bubble
  document.addEventListener('keydown', (event) => {
    const menu = menuAt(event.target);
    if (menu) moveFocus(menu, event);
  });
  document.addEventListener('focusout', ({ target, relatedTarget: to }) => {
    const menu = menuAt(target);
    if (menu && to instanceof Node && !menu.contains(to) && windowOf(menu).mayClose()) close(menu);
  });
  // a link to a section of the same page does not navigate, so the menu would stay open
  document.addEventListener('click', ({ target }) => {
    const menu = menuAt(target);
    if (menu && target instanceof Element && target.closest('a, [data-close]')) close(menu);
  });
}
