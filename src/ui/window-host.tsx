import type { ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { withIdPrefix } from './root.ts';
import type { OpenWindow } from './Window.tsx';

let opened = 0;

/** Renders a window at the end of the page, and removes it when it has closed. Loaded with the first window. */
export function renderWindow<Props extends object>(
  Content: ComponentType<Props & OpenWindow>,
  props: Props,
): void {
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  const remove = () => {
    root.unmount();
    place.remove();
  };
  opened += 1;
  root.render(withIdPrefix(<Content {...props} onClose={remove} />, `w${opened}`));
}
