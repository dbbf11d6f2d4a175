import { options } from 'preact';
import type { ReactElement } from 'react';

// effects run right after rendering, as React runs those of a press: what gets the focus has it before the next key is pressed
options.requestAnimationFrame = queueMicrotask;

/**
 * Makes the ids of `useId` begin with the prefix in everything below the element. A page has several roots, and each would start
 * with the same ids. Preact has no option for it: `__m` is what it numbers ids with.
 */
export const withIdPrefix = (root: ReactElement, prefix: string): ReactElement =>
  Object.assign(root, { __m: [prefix, 0] });
