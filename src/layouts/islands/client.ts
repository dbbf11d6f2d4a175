import { type ComponentType, createElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { withIdPrefix } from '#ui/root.ts';

/** Hydrates an island: the entry that `astro-island` calls with its component and its props. */
export default (island: HTMLElement) =>
  (component: ComponentType, props: Readonly<Record<string, unknown>>): void => {
    if (!island.hasAttribute('ssr')) return;
    hydrateRoot(island, withIdPrefix(createElement(component, props), island.getAttribute('prefix') ?? ''));
  };
