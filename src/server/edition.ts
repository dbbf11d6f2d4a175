import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadStaticFiles, type PagePolicies, type StaticFiles } from '#platform/http/static-files.ts';
import type { Site } from '#sites/schema.ts';

/** Renders the page of this address into the response; `next` is called when there is no such page. */
export type RenderPage = (
  message: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
  locals: App.Locals,
) => void | Promise<void>;

/** One edition as the server holds it: its files in memory and its pages. */
export interface Edition {
  readonly site: Site;
  readonly files: StaticFiles;
  readonly render: RenderPage;
}

/** Loads what `npm run build` made of one edition. */
export async function loadEdition(site: Site, distDir: string): Promise<Edition> {
  const folder = join(distDir, site.code);
  const entry = join(folder, 'server', 'entry.mjs');
  if (!existsSync(entry)) throw new Error(`The edition ${site.code} is not built: run npm run build.`);
  const { handler }: { handler: RenderPage } = await import(pathToFileURL(entry).href);
  const files = await loadStaticFiles(join(folder, 'client'), await readPolicies(folder));
  return { site, files, render: handler };
}

/** The adapter writes the content security policy of each prerendered page beside the build. */
async function readPolicies(folder: string): Promise<PagePolicies> {
  const file = join(folder, '_headers.json');
  if (!existsSync(file)) return {};
  const pages: { pathname: string; headers: { key: string; value: string }[] }[] = JSON.parse(
    await readFile(file, 'utf8'),
  );
  return Object.fromEntries(
    pages.flatMap(({ pathname, headers }) => {
      const policy = headers.find(({ key }) => key.toLowerCase() === 'content-security-policy');
      return policy ? [[pathname.replace(/(.)\/$/, '$1'), policy.value]] : [];
    }),
  );
}
