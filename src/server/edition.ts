import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadStaticFiles, type PagePolicies, type StaticFiles } from '#platform/http/static-files.ts';
import type { Reply } from '#platform/http/types.ts';
import type { Site } from '#sites/schema.ts';
import { PageCapture } from './page-capture.ts';

/**
 * Renders the page of this address. 'missing': there is none. 'elsewhere': the development server responds, with `status` if
 * given.
 */
export type RenderPage = (
  message: IncomingMessage,
  locals: App.Locals,
  status?: number,
) => Promise<Reply | 'missing' | 'elsewhere'>;

/** One edition in the server: its files in memory and its pages. */
export interface Edition {
  readonly site: Site;
  readonly files: StaticFiles;
  readonly render: RenderPage;
}

/** The output of `astro build` with the adapter in middleware mode. */
type AstroHandler = (
  message: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
  locals: App.Locals,
) => Promise<void>;

/** Loads the build of one edition. */
export async function loadEdition(site: Site, distDir: string): Promise<Edition> {
  const folder = join(distDir, site.code);
  const entry = join(folder, 'server', 'entry.mjs');
  if (!existsSync(entry)) throw new Error(`The edition ${site.code} is not built: run npm run build.`);
  const { handler }: { handler: AstroHandler } = await import(pathToFileURL(entry).href);
  const files = await loadStaticFiles(join(folder, 'client'), await readPolicies(folder));
  return { site, files, render: renderWith(handler) };
}

function renderWith(handler: AstroHandler): RenderPage {
  return async (message, locals) => {
    const capture = new PageCapture(message);
    let missing: unknown;
    const next = (error?: unknown) => {
      missing = error ?? true;
    };
    await handler(message, capture as unknown as ServerResponse, next, locals); // everything that the adapter uses of it
    if (missing instanceof Error) throw missing;
    return missing ? 'missing' : capture.reply();
  };
}

/** The adapter writes the content security policy of each prerendered page next to the build. */
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
