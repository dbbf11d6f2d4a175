import type { ComponentType } from 'react';
import { loader } from './loader.ts';
import type { OpenWindow } from './Window.tsx';

const loadHost = loader(() => import('./window-host.tsx'));

/**
 * Opens a window from a script of a page. The window and React are loaded now; it rejects if they cannot be loaded. Islands render
 * their windows themselves.
 */
export async function openWindow<Props extends object>(
  load: () => Promise<ComponentType<Props & OpenWindow>>,
  props: Props,
): Promise<void> {
  const [component, { renderWindow }] = await Promise.all([load(), loadHost()]);
  renderWindow(component, props);
}
