import react from '@astrojs/react/server.js';
import type { AstroComponentMetadata } from 'astro';
import { type ComponentType, createElement } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';

type Parameters = [
  component: ComponentType,
  props: Record<string, unknown>,
  slots: Record<string, string>,
  metadata?: AstroComponentMetadata,
];

interface Page {
  readonly result: object;
}

/** How many components each page has rendered so far. */
const rendered = new WeakMap<object, number>();

/** React adds them for what it will load; the layout decides what is preloaded. */
const hints = /<link\s[^>]*rel="(?:preload|modulepreload|stylesheet|preconnect|dns-prefetch)"[^>]*>/g;

/**
 * Renders the React components of pages. The renderer of @astrojs/react renders each component twice, the first time to find out
 * whether it is one of React's, and both times through a stream; all components of pages are React's, and a page is whole before
 * its first byte leaves. What the browser does not hydrate also omits React's comments between texts. Components with slots, which
 * are rare, are left to @astrojs/react.
 */
export default {
  ...react,
  check: async () => true,
  async renderToStaticMarkup(this: Page, ...given: Parameters) {
    const [component, props, slots, metadata] = given;
    if (Object.keys(slots).length > 0) return react.renderToStaticMarkup.apply(this, given);
    const index = rendered.get(this.result) ?? 0;
    rendered.set(this.result, index + 1);
    const prefix = `p${index}`; // ids of useId differ between the components of a page
    delete props.class;
    const render = metadata?.hydrate ? renderToString : renderToStaticMarkup;
    const html = render(createElement(component, props), { identifierPrefix: prefix });
    return { html: html.includes('<link') ? html.replace(hints, '') : html, attrs: { prefix } };
  },
};
