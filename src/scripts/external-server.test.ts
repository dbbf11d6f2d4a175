import { fileURLToPath } from 'node:url';
import { build, type Rollup } from 'vite';
import { expect, test } from 'vitest';
import { externalServer } from './external-server.ts';

/** Bundles a page with this code as the build of an edition does. */
async function bundled(code: string): Promise<Rollup.OutputChunk> {
  const page = fileURLToPath(new URL('../pages/page.ts', import.meta.url));
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    build: { ssr: page, write: false, minify: false },
    plugins: [
      externalServer(),
      {
        name: 'a page',
        resolveId: (id) => (id === page ? page : undefined),
        load: (id) => (id === page ? code : undefined),
      },
    ],
  });
  const [chunk] = (output as Rollup.RollupOutput).output; // one entry in one format, and no watcher
  return chunk;
}

test('server code stays outside the bundle of a page, under its # address; other code goes into it', async () => {
  const { imports, code } = await bundled(`
    import { Problem } from '#platform/http/problem.ts';
    import { loadView } from '#layouts/lists/load-view.ts';
    import { trackList } from '#features/tracks/list/server/list.ts';
    import { app } from '#app.ts';
    import { formatTime } from '../lib/format/time.ts';
    import { loadTrackPage } from '#pages/trackshow/_load-track-page.ts';
    export const all = [Problem, loadView, loadTrackPage, trackList, app, formatTime];`);
  expect(imports.toSorted()).toEqual([
    '#app.ts',
    '#features/tracks/list/server/list.ts',
    '#layouts/lists/load-view.ts',
    '#pages/trackshow/_load-track-page.ts',
    '#platform/http/problem.ts',
  ]);
  expect(code).not.toContain('class Problem');
  expect(code).toContain('function formatTime');
});

test.each([
  ['../platform/http/problem.ts', 'src/platform/http/problem.ts'],
  ['../features/tracks/server/policy.ts', 'src/features/tracks/server/policy.ts'],
  ['../features/shortcuts/feature.ts', 'src/features/shortcuts/feature.ts'],
  ['../../db/plans.ts', 'db/plans.ts'],
])('a page that imports %s fails the build', async (specifier, copied) => {
  await expect(bundled(`export * from '${specifier}';`)).rejects.toThrow(
    `page.js holds a copy of ${copied}. Import server code by its # address.`,
  );
});
