import { holdsTyped } from '#ui/stores/typed.ts';
import { stackDetails } from '#ui/stores/windows.ts';

/**
 * Drop-downs and panels are details elements and open by tap or key without this. It adds what they lack: opening
 * under the pointer on wide screens, closing by Escape, by a click elsewhere and when focus leaves.
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
  // the click that follows hovering would close what the pointer has just opened
  menu.querySelector('summary')?.addEventListener('click', (event) => {
    if (!openedByPointer) return;
    event.preventDefault();
    openedByPointer = false;
  });
}

const close = (menu: HTMLDetailsElement) => {
  menu.open = false;
};

/** Up and down move between the items, as in every menu. */
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

export function startMenus(within: ParentNode = document) {
  for (const menu of within.querySelectorAll<HTMLDetailsElement>('details[data-menu]')) {
    // what was typed into a panel is not lost by a click beside it
    const mayClose = () => !holdsTyped(menu);
    stackDetails(menu, mayClose);
    if (menu.hasAttribute('data-hover')) openUnderPointer(menu);
    menu.addEventListener('keydown', (event) => moveFocus(menu, event));
    menu.addEventListener('focusout', (event) => {
      const to = event.relatedTarget;
      if (to instanceof Node && !menu.contains(to) && mayClose()) close(menu);
    });
    // a link to a section of this very page leads nowhere else: the menu would stay in front of it
    menu.addEventListener('click', ({ target }) => {
      if (target instanceof Element && target.closest('a, [data-close]')) close(menu);
    });
  }
}
