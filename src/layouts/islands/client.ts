import { type ComponentType, createElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { withIdPrefix } from '#ui/root.ts';

/** Lets the browser handle what has happened while code was evaluated. */
const turn = () => new Promise((resolve) => setTimeout(resolve));

/** Hydrates an island: the entry that `astro-island` calls with its component and its props. */
export default (island: HTMLElement) =>
  async (component: ComponentType, props: Readonly<Record<string, unknown>>): Promise<void> => {
    await turn();
    if (!island.isConnected || !island.hasAttribute('ssr')) return;
    hydrateRoot(island, withIdPrefix(createElement(component, props), island.getAttribute('prefix') ?? ''));
  };
