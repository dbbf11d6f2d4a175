import type { ReadableAtom } from 'nanostores';
import { useSyncExternalStore } from 'react';

/** The value of an atom; the component is rendered again when it changes. */
export const useAtom = <Value>(atom: ReadableAtom<Value>): Value =>
  useSyncExternalStore(atom.listen, atom.get, atom.get);
