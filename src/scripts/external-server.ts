import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** Server code as pages import it. */
const address =
  /^#(?:(?:db|platform|features\/[^/]+\/(?:[^/]+\/)?server)\/|(?:layouts|pages)\/(?:[^/]+\/)*_?load-[^/]+\.ts$|app\.ts$)/;
/** Server code as a path from the root of the project. */
const file =
  /^(?:db|src\/(?:platform|server|features\/[^/]+\/(?:[^/]+\/)?server))\/|^src\/features\/[^/]+\/feature\.ts$|^src\/(?:layouts|pages)\/(?:[^/]+\/)*_?load-[^/]+\.ts$|^src\/app\.ts$/;
const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Keeps server code out of the page bundles of a build. Pages import it by its # address, which Node resolves by the
 * package.json above dist/, so pages and routes share one copy of every module. A bundle that still contains a copy, because of
 * a relative import, fails the build.
 */
export function externalServer(): Plugin {
  return {
    name: 'paddock:external-server',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ config }) => config.consumer === 'server',
    resolveId: (source) => (address.test(source) ? { id: source, external: true } : undefined),
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        const copy = chunk.moduleIds
          .map((id) => relative(root, id).replaceAll('\\', '/'))
          .find((id) => file.test(id));
        if (copy !== undefined)
          this.error(`${chunk.fileName} holds a copy of ${copy}. Import server code by its # address.`);
      }
    },
  };
}
