import { type ChangeEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { findAll } from '../dom.ts';
import { acceptDrops } from './accept-drops.ts';

/** Takes files dropped on an element, or anywhere on the page if it is null. Returns whether files are dragged over it. */
export function useDroppedFiles(
  target: RefObject<HTMLElement | null> | null,
  take: (dropped: DataTransfer) => void,
): boolean {
  const [isOver, setIsOver] = useState(false);
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    const element = target ? target.current : document.documentElement;
    if (!element) return;
    return acceptDrops(element, { onOver: setIsOver, onDrop: (dropped) => latest.current(dropped) });
  }, [target]);
  return isOver;
}

interface Choice {
  /** the form sends the files of the input; otherwise it is emptied, so that the same files can be chosen again */
  readonly isSent?: boolean;
}

/** Takes the files that are chosen with an input, also before hydration. Returns props of the input. */
export function useChosenFiles(take: (files: readonly File[]) => void, { isSent = false }: Choice = {}) {
  const ref = useRef<HTMLInputElement>(null);
  const takeFrom = (input: HTMLInputElement) => {
    take([...(input.files ?? [])]);
    if (!isSent) input.value = '';
  };
  const first = useRef(takeFrom);
  useEffect(() => {
    if (ref.current?.files?.length) first.current(ref.current);
  }, []);
  return { ref, onChange: ({ target }: ChangeEvent<HTMLInputElement>) => takeFrom(target) };
}

/**
 * Takes pictures pasted while the focus is in the form or the panel of a picker, or anywhere if the page has only one picker, as the
 * selector finds them. Text pasted into a field is not affected.
 */
export function usePastedPictures(
  picker: RefObject<HTMLElement | null>,
  pickers: string,
  take: (files: readonly File[]) => void,
): void {
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
      const own = picker.current;
      if (files.length === 0 || !own?.matches(pickers) || event.defaultPrevented) return;
      const home = own.closest('details, form') ?? own;
      const isHere = event.composedPath().includes(home);
      if (!isHere && findAll(document, pickers, Element).length !== 1) return;
      event.preventDefault();
      latest.current(files);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [picker, pickers]);
}
