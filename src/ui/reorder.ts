interface Reorder {
  /** its children are the items */
  readonly list: HTMLElement;
  readonly item: HTMLElement;
  /** shown next to the pointer */
  readonly name: string;
  /** the place of the item after the drop, counted from 0, and the item that follows it there; null if it is the last */
  onDrop(place: number, next: Element | null): void;
  onCancel?(): void;
}

/** A press becomes a drag when it has moved this far. */
const slackPx = 4;
/** Near the upper and lower edge of the window the page scrolls, the faster the nearer. */
const edgePx = 72;
const maxPxPerFrame = 24;
const linePx = 4;

/**
 * Drags an item of a list to another place with a mouse, a finger or a pen. No item moves until it is dropped: a line shows where it
 * would go, so the list may be rendered by React or by the server. Escape cancels. What a finger presses needs `touch-action: none`,
 * or the page scrolls instead.
 */
export function startReorder(press: PointerEvent, { list, item, name, onDrop, onCancel }: Reorder): void {
  if (press.button !== 0) return;
  const { pointerId } = press;
  const controller = new AbortController();
  const { signal } = controller;
  const line = document.createElement('div');
  line.className = 'reorder__line';
  const label = document.createElement('div');
  label.className = 'reorder__name';
  label.textContent = name;
  label.setAttribute('aria-hidden', 'true');
  let x = press.clientX;
  let y = press.clientY;
  let frame = 0;
  let isDragging = false;

  const begin = () => {
    isDragging = true;
    item.dataset.dragged = '';
    document.documentElement.dataset.dragging = '';
    document.body.append(line, label);
    step();
  };
  const step = () => {
    scrollBy(0, scrollSpeed(y, list));
    label.style.translate = `${x + 12}px ${y + 12}px`;
    drawLine(line, [...list.children], x, y);
    frame = requestAnimationFrame(step);
  };
  const end = () => {
    controller.abort();
    cancelAnimationFrame(frame);
    delete item.dataset.dragged;
    delete document.documentElement.dataset.dragging;
    line.remove();
    label.remove();
  };
  const cancel = () => {
    end();
    onCancel?.();
  };
  const drop = () => {
    if (!isDragging || !item.isConnected) return cancel();
    const items = [...list.children];
    const gap = gapAt(items, x, y);
    const place = gap > items.indexOf(item) ? gap - 1 : gap;
    end();
    onDrop(place, items.filter((other) => other !== item)[place] ?? null);
  };

  const follow = (act: (event: PointerEvent) => void) => (event: PointerEvent) => {
    if (event.pointerId !== pointerId) return;
    ({ clientX: x, clientY: y } = event);
    act(event);
  };
  const move = () => {
    if (!isDragging && Math.hypot(x - press.clientX, y - press.clientY) > slackPx) begin();
  };
  addEventListener('pointermove', follow(move), { signal });
  addEventListener('pointerup', follow(drop), { signal });
  addEventListener('pointercancel', follow(cancel), { signal });
  addEventListener('blur', cancel, { signal });
  addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      cancel();
    },
    { signal },
  );
}

const boxOf = (item: Element | undefined) => item?.getBoundingClientRect() ?? null;

/** Whether items are next to each other, as cards are, and not only below each other. */
const isGrid = ([first, second]: readonly Element[]) => boxOf(first)?.top === boxOf(second)?.top;

/** The number of items in front of this point, in reading order. Of a thousand rows, ten are measured. */
function gapAt(items: readonly Element[], x: number, y: number): number {
  const isInGrid = isGrid(items);
  const seen = Math.min(Math.max(y, 0), innerHeight); // the pointer may be outside the window
  const isBefore = ({ left, right, top, bottom }: DOMRect) =>
    isInGrid ? bottom < seen || (top <= seen && (left + right) / 2 < x) : (top + bottom) / 2 < seen;
  let [from, to] = [0, items.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    const box = boxOf(items[middle]);
    if (box && isBefore(box)) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Draws the line where a drop at this point would put the item. */
function drawLine(line: HTMLElement, items: readonly Element[], x: number, y: number): void {
  const isInGrid = isGrid(items);
  const gap = gapAt(items, x, y);
  const [previous, next] = [boxOf(items[gap - 1]), boxOf(items[gap])];
  // at the end of a row of cards the line is behind the last one, not in front of the first one of the next row
  const isBehind = !next || (isInGrid && next.top > y);
  const box = (isBehind && previous) || next;
  if (!box) return;
  const left = isInGrid ? (box === previous ? box.right : box.left) - linePx / 2 : box.left;
  const top = isInGrid ? box.top : (box === previous ? box.bottom : box.top) - linePx / 2;
  line.style.translate = `${left}px ${top}px`;
  line.style.width = `${isInGrid ? linePx : box.width}px`;
  line.style.height = `${isInGrid ? box.height : linePx}px`;
}

/** Pixels to scroll in this frame; 0 in the middle of the window, and at the ends of the list. */
function scrollSpeed(y: number, list: HTMLElement): number {
  const { top, bottom } = list.getBoundingClientRect();
  const up = edgePx - y;
  const down = y - (innerHeight - edgePx);
  if (up > 0 && top < edgePx) return -Math.min(maxPxPerFrame, Math.ceil(up / 3));
  if (down > 0 && bottom > innerHeight - edgePx) return Math.min(maxPxPerFrame, Math.ceil(down / 3));
  return 0;
}
