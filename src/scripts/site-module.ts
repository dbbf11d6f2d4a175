import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { loadSites, siteByCode } from '#sites/all.ts';

const id = '#site';
const resolved = '\0site';
const root = new URL('../../sites/', import.meta.url);

/**
 * `#site` for pages and islands: the edition of this build, parsed and with defaults. `#site/x` is a file of its folder, such
 * as `#site/theme.css`.
 */
export function siteModule(code: string): Plugin {
  return {
    name: 'paddock:site',
    enforce: 'pre',
    resolveId: (source) => {
      if (source === id) return resolved;
      // files next to site.ts: #site/theme.css, #site/masthead.svg?raw
      return source.startsWith(`${id}/`)
        ? fileURLToPath(new URL(code, root)) + source.slice(id.length)
        : undefined;
    },
    async load(source) {
      if (source !== resolved) return undefined;
      this.addWatchFile(fileURLToPath(new URL(`${code}/site.ts`, root)));
      const site = siteByCode(await loadSites(root), code);
      return `export const site = ${JSON.stringify(site)};`;
    },
  };
}
