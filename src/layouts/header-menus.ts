/**
 * The header's drop-downs are details elements and open by tap or key without this. It adds what they lack: opening
 * under the pointer on wide screens, closing by Escape, by a click elsewhere and when focus leaves.
 */
const pointerLeavesMs = 180;
const hovers = matchMedia('(min-width: 1021px) and (hover: hover)');
const menus = [...document.querySelectorAll<HTMLDetailsElement>('details[data-menu]')];

function close(menu: HTMLDetailsElement, focusSummary = false) {
  menu.open = false;
  if (focusSummary) menu.querySelector('summary')?.focus();
}

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
    if (openedByPointer) leaving = setTimeout(() => close(menu), pointerLeavesMs);
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

/** Up and down move between the items, as in every menu. */
function moveFocus(menu: HTMLDetailsElement, event: KeyboardEvent) {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0 || !menu.open) return;
  const items: (Element | null)[] = [...menu.querySelectorAll('.menu :is(a, button)')];
  const at = items.indexOf(document.activeElement);
  const next = at === -1 ? (step === 1 ? 0 : items.length - 1) : (at + step + items.length) % items.length;
  event.preventDefault();
  const item = items[next];
  if (item instanceof HTMLElement) item.focus();
}

export function startMenus() {
  for (const menu of menus) {
    if (menu.hasAttribute('data-hover')) openUnderPointer(menu);
    menu.addEventListener('keydown', (event) => moveFocus(menu, event));
    menu.addEventListener('focusout', (event) => {
      const to = event.relatedTarget;
      if (to instanceof Node && !menu.contains(to)) close(menu);
    });
    // a link to a section of this very page leads nowhere else: the menu would stay in front of it
    menu.addEventListener('click', (event) => {
      if (event.target instanceof Element && event.target.closest('a')) close(menu);
    });
  }
  const open = () => menus.filter((menu) => menu.open);
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') for (const menu of open()) close(menu, menu.contains(document.activeElement));
  });
  document.addEventListener('pointerdown', (event) => {
    for (const menu of open()) if (event.target instanceof Node && !menu.contains(event.target)) close(menu);
  });
}
