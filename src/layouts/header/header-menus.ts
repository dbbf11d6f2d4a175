import { closest, find, findAll, on } from '#ui/dom.ts';
import { hasTypedText } from '#ui/stores/typed.ts';
import { detailsWindow, windows } from '#ui/stores/windows.ts';

/**
 * Drop-downs and panels are details elements and open by click or key without this script. It adds opening on hover on wide
 * screens, and closing by Escape, by a click elsewhere and when focus leaves.
 */
const pointerLeavesMs = 180;
const hovers = matchMedia('(min-width: 63.76em) and (hover: hover)');

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
  find(menu, 'summary', HTMLElement)?.addEventListener('click', (event) => {
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
  const items = findAll(menu, '.menu :is(a, button)', HTMLElement);
  if (step === 0 || !menu.open || items.length === 0) return;
  const at = items.findIndex((item) => item.matches(':focus'));
  const next = at === -1 ? (step === 1 ? 0 : items.length - 1) : (at + step + items.length) % items.length;
  event.preventDefault();
  items[next]?.focus();
}

const menus = new WeakMap<HTMLDetailsElement, ReturnType<typeof detailsWindow>>();

/** Every menu is a window of the stack, including later ones. A click next to it does not discard typed text. */
function windowOf(menu: HTMLDetailsElement) {
  const window = menus.get(menu) ?? detailsWindow(menu, () => !hasTypedText(menu));
  menus.set(menu, window);
  return window;
}

const anyMenu = 'details[data-menu]';

export function startMenus() {
  for (const menu of findAll(document, 'details[data-hover]', HTMLDetailsElement)) openUnderPointer(menu);
  const follow = (menu: HTMLDetailsElement, { target }: Event) => {
    if (menu !== target) return;
    if (menu.open) windows.opened(windowOf(menu));
    else windows.gone(windowOf(menu));
  };
  on(document, 'toggle', anyMenu, HTMLDetailsElement, follow, { capture: true }); // it does not bubble
  on(document, 'keydown', anyMenu, HTMLDetailsElement, moveFocus);
  on(document, 'focusout', anyMenu, HTMLDetailsElement, (menu, { relatedTarget: to }) => {
    if (to instanceof Node && !menu.contains(to) && windowOf(menu).mayClose()) close(menu);
  });
  // a link to a section of the same page does not navigate, so the menu would stay open
  on(document, 'click', anyMenu, HTMLDetailsElement, (menu, { target }) => {
    if (closest(target, 'a, [data-close]', Element)) close(menu);
  });
}
