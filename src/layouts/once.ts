import { LRUCache } from 'lru-cache';

/** Many times what one edition needs. Beyond it, the least recently used pieces are dropped. */
const maxRendered = 500;
const rendered = new LRUCache<string, string>({ max: maxRendered });

/** The HTML that `render` made for these facts before, or makes now. */
export async function renderedOnce(facts: unknown, render: () => Promise<string>): Promise<string> {
  const key = JSON.stringify(facts);
  const before = rendered.get(key);
  if (before !== undefined) return before;
  const html = await render();
  rendered.set(key, html);
  return html;
}
