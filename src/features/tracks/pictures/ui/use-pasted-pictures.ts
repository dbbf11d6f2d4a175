import { type RefObject, useEffect, useRef } from 'react';

const pickers = '.pics:not(:disabled)';

/**
 * Accepts pictures pasted while the focus is in the picker's part of the page, or anywhere if there is only one picker. Text
 * pasted into a field is not affected.
 */
export function usePastedPictures(
  root: RefObject<HTMLElement | null>,
  disabled: boolean,
  take: (files: readonly File[]) => void,
): void {
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    if (disabled) return;
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
      const own = root.current;
      if (files.length === 0 || !own || event.defaultPrevented) return;
      const home = own.closest('details, form') ?? own;
      const isHere = event.target instanceof Node && home.contains(event.target);
      if (!isHere && document.querySelectorAll(pickers).length !== 1) return;
      event.preventDefault();
      latest.current(files);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [root, disabled]);
}
