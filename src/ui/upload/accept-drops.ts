interface Drops {
  onDrop(dropped: DataTransfer): void;
  /** files are dragged over the target, or no longer */
  onOver?(isOver: boolean): void;
  /** whether the files are for this target; they are known only when they are dropped */
  accepts?(event: DragEvent): boolean;
}

/**
 * Takes files that are dropped on a part of the page, or anywhere if it is the root element. What an inner part takes does not reach
 * those around it. Returns a function that ends it.
 */
export function acceptDrops(
  target: HTMLElement,
  { onDrop, onOver, accepts = () => true }: Drops,
): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  /** the files, kept from the browser, which would open them; null if they are not for this target */
  const taken = (event: DragEvent) => {
    const { dataTransfer } = event;
    if (event.defaultPrevented || !dataTransfer?.types.includes('Files') || !accepts(event)) return null;
    event.preventDefault();
    return dataTransfer;
  };
  target.addEventListener(
    'dragover',
    (event) => {
      const isOver = taken(event) !== null;
      onOver?.(isOver);
    },
    { signal },
  );
  target.addEventListener(
    'dragleave',
    ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node && target.contains(relatedTarget))) onOver?.(false);
    },
    { signal },
  );
  target.addEventListener(
    'drop',
    (event) => {
      onOver?.(false);
      const dropped = taken(event);
      if (dropped) onDrop(dropped);
    },
    { signal },
  );
  return () => ending.abort();
}
