interface Drag {
  /** the list; its rows have data-track */
  readonly list: HTMLElement;
  readonly row: HTMLElement;
  /** marks the place where the row would go */
  readonly line: HTMLElement;
  /** follows the pointer */
  readonly ghost: HTMLElement;
  /** dropped in front of the track with this id, or at the end (null) */
  onDrop(beforeId: number | null): void;
  onCancel(): void;
}

/** A press becomes a drag when it has moved this far. */
const slackPx = 4;
/** Near the upper and lower edge of the window the page scrolls, the faster the nearer. */
const edgePx = 72;
const maxPxPerFrame = 24;

/**
 * Drags a row by its handle with a mouse, a finger or a pen. No row moves until it is dropped: a line shows where it would go, so
 * a frame costs one hit test, however long the list is. Escape cancels.
 */
export function startDrag(press: PointerEvent, { list, row, line, ghost, onDrop, onCancel }: Drag): void {
  const { pointerId } = press;
  const controller = new AbortController();
  const { signal } = controller;
  let x = press.clientX;
  let y = press.clientY;
  let frame = 0;
  let isDragging = false;
  let beforeId: number | null = null;

  const begin = () => {
    isDragging = true;
    row.dataset.dragged = '';
    document.documentElement.dataset.dragging = '';
    line.hidden = false;
    ghost.hidden = false;
    frame = requestAnimationFrame(step);
  };
  const end = () => {
    controller.abort();
    cancelAnimationFrame(frame);
    delete row.dataset.dragged;
    delete document.documentElement.dataset.dragging;
    line.hidden = true;
    ghost.hidden = true;
  };
  const aim = () => {
    const box = list.getBoundingClientRect();
    const target = targetAt(list, box, y);
    if (!target) return;
    beforeId = target.beforeId;
    line.style.translate = `0 ${target.edge - box.top}px`;
  };
  const step = () => {
    scrollBy(0, scrollSpeed(y, list));
    ghost.style.translate = `${x + 12}px ${y + 12}px`;
    aim();
    frame = requestAnimationFrame(step);
  };

  addEventListener(
    'pointermove',
    (event) => {
      if (event.pointerId !== pointerId) return;
      ({ clientX: x, clientY: y } = event);
      if (!isDragging && Math.hypot(x - press.clientX, y - press.clientY) > slackPx) begin();
    },
    { signal },
  );
  addEventListener(
    'pointerup',
    (event) => {
      if (event.pointerId !== pointerId) return;
      y = event.clientY;
      if (isDragging) aim(); // since the last frame the pointer may have moved on
      end();
      if (isDragging) onDrop(beforeId);
      else onCancel();
    },
    { signal },
  );
  const cancel = () => {
    end();
    onCancel();
  };
  addEventListener('pointercancel', (event) => event.pointerId === pointerId && cancel(), { signal });
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

/** The row under the pointer, and whether the dragged one would go in front of it or behind it. */
function targetAt(list: HTMLElement, box: DOMRect, y: number) {
  const inside = Math.min(Math.max(y, box.top + 1), box.bottom - 1);
  const seen = Math.min(Math.max(inside, 1), innerHeight - 1);
  const rowAt = (at: number) =>
    document
      .elementsFromPoint(box.left + box.width / 2, at)
      .map((element) => element.closest<HTMLElement>('[data-track]'))
      .find((row) => row !== null && list.contains(row));
  const row = rowAt(seen);
  if (!row) return null;
  const { top, bottom } = row.getBoundingClientRect();
  const isAfter = seen > (top + bottom) / 2;
  const next = isAfter ? row.nextElementSibling : row;
  const id = next instanceof HTMLElement ? next.dataset.track : undefined;
  return { edge: isAfter ? bottom : top, beforeId: id === undefined ? null : Number(id) };
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
