import { useEffect, useRef } from 'react';

interface Props<State> {
  /** distinguishes the states of one form */
  name: string;
  state: State;
  /** what is stored of a state; by default all of it, as JSON */
  store?: (state: State) => unknown;
  /** called with what was stored, if another form of the page was sent meanwhile */
  onRestore: (stored: never) => void;
}

/**
 * Lets what an island contains survive when another form of the page is sent, like text that was typed into fields
 * (`stores/kept.ts`), and marks it as unsaved. The field is not sent.
 */
export function KeptState<State>({ name, state, store = (all) => all, onRestore }: Props<State>) {
  const field = useRef<HTMLInputElement>(null);
  const stored = JSON.stringify(store(state));
  const first = useRef(stored);
  const restore = useRef(onRestore);
  restore.current = onRestore;

  useEffect(() => {
    const input = field.current;
    if (!input) return;
    const take = () => {
      const { restored } = input.dataset;
      if (restored === undefined) return;
      delete input.dataset.restored;
      restore.current(JSON.parse(restored) as never); // it was stored by the same island
    };
    take(); // the page may have been filled before hydration
    input.addEventListener('restored', take);
    return () => input.removeEventListener('restored', take);
  }, []);

  const isChanged = stored !== first.current;
  // the code that keeps what was typed is loaded when something is
  useEffect(() => {
    if (isChanged) field.current?.dispatchEvent(new Event('input', { bubbles: true }));
  }, [isChanged]);
  return (
    <input
      type="hidden"
      ref={field}
      data-kept={name}
      data-unsaved={isChanged || undefined}
      value={isChanged ? stored : ''}
    />
  );
}
