import type { NamedSSRLoadedRendererValue } from 'astro';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { withIdPrefix } from '#ui/root.ts';
import { shorter } from './shorter.ts';

interface Page {
  readonly result: object;
}

/** How many islands, and how many components that are only shown, each page has rendered so far. */
const rendered = new WeakMap<object, { islands: number; shown: number }>();

/** What an Astro page places inside a component. Astro removes the element around it. */
const slotted = (html: string) =>
  // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by Astro, which has escaped it
  createElement('astro-static-slot', { dangerouslySetInnerHTML: { __html: html } });

/** Renders the components of pages, each once: all are ours, so none is rendered just to find that out. Only the default slot is used. */
const renderer: NamedSSRLoadedRendererValue = {
  name: 'islands',
  supportsAstroStaticSlot: true,
  check: async () => true,
  async renderToStaticMarkup(this: Page, component, { class: _, ...props }, { default: children }, island) {
    const counts = rendered.get(this.result) ?? { islands: 0, shown: 0 };
    rendered.set(this.result, counts);
    // the ids of islands do not depend on what is shown between them, which may come from the cache
    const prefix = island?.hydrate ? `p${counts.islands++}` : `s${counts.shown++}`;
    const element = createElement(component, props, ...(children === undefined ? [] : [slotted(children)]));
    return { html: shorter(renderToString(withIdPrefix(element, prefix))), attrs: { prefix } };
  },
};
export default renderer;
