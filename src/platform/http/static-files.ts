import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { acceptedEncoding, type Encoding } from './negotiate.ts';
import { documentHeaders, lockedPolicy } from './security-headers.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};

const suffixes: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' };

interface Variant {
  readonly body: Buffer;
  readonly etag: string;
  /** ready for writeHead: names and values in turn */
  readonly headers: readonly string[];
  readonly notModified: readonly string[];
}

/** One file in memory, in every encoding it was built in. */
export interface StaticFile {
  readonly plain: Variant;
  readonly encoded: Readonly<Partial<Record<Encoding, Variant>>>;
}

/** Files by the path they are asked for. */
export type StaticFiles = ReadonlyMap<string, StaticFile>;

/** Security policies of prerendered pages, by path: what Astro would send with them. */
export type PagePolicies = Readonly<Record<string, string>>;

/** Reads a folder into memory. `about/index.html` and `about.html` answer `/about`. */
export async function loadStaticFiles(root: string, policies: PagePolicies = {}): Promise<StaticFiles> {
  const files = new Map<string, StaticFile>();
  if (!existsSync(root)) return files;
  const names = (await readdir(root, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length).replaceAll('\\', '/'));
  const known = new Set(names);
  const isCompressed = (name: string) =>
    Object.values(suffixes).some(
      (suffix) => name.endsWith(suffix) && known.has(name.slice(0, -suffix.length)),
    );
  await Promise.all(
    names
      .filter((name) => !isCompressed(name))
      .map(async (name) => {
        const path = pathOf(name);
        files.set(path, await loadFile(root, name, path, policies));
      }),
  );
  return files;
}

const pathOf = (name: string): string => name.replace(/(\/index)?\.html$/, '') || '/';

async function loadFile(
  root: string,
  name: string,
  path: string,
  policies: PagePolicies,
): Promise<StaticFile> {
  const headers = [
    ['content-type', types[extname(name)] ?? 'application/octet-stream'],
    ['cache-control', cacheControl(name)],
    ['x-content-type-options', 'nosniff'],
    ...policyHeaders(name, policies[path]),
  ].flat();
  const encoded: Partial<Record<Encoding, Variant>> = {};
  for (const [encoding, suffix] of Object.entries(suffixes) as [Encoding, string][]) {
    // keys of the literal above
    if (existsSync(join(root, name + suffix))) {
      encoded[encoding] = variant(await readFile(join(root, name + suffix)), headers, encoding);
    }
  }
  const varies = Object.keys(encoded).length > 0 ? [...headers, 'vary', 'accept-encoding'] : headers;
  return { plain: variant(await readFile(join(root, name)), varies, null), encoded };
}

/** Pages and drawings can be looked at by themselves; scripts, styles and fonts cannot. */
function policyHeaders(name: string, policy: string | undefined): [string, string][] {
  if (name.endsWith('.svg')) return [['content-security-policy', lockedPolicy]];
  if (!name.endsWith('.html')) return [];
  return [
    ['content-security-policy', policy ?? "frame-ancestors 'none'"],
    ...Object.entries(documentHeaders),
  ];
}

/** Names under /_astro carry a hash of their content: they never change. */
function cacheControl(name: string): string {
  if (name.startsWith('/_astro/')) return 'public, max-age=31536000, immutable';
  return name.endsWith('.html') ? 'no-cache' : 'public, max-age=3600';
}

function variant(body: Buffer, common: readonly string[], encoding: Encoding | null): Variant {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const shared = [...common, 'etag', etag, ...(encoding ? ['vary', 'accept-encoding'] : [])];
  return {
    body,
    etag,
    notModified: shared,
    headers: [
      ...shared,
      'content-length',
      String(body.length),
      ...(encoding ? ['content-encoding', encoding] : []),
    ],
  };
}

/** Answers GET and HEAD from memory. */
export function serveStatic(file: StaticFile, message: IncomingMessage, response: ServerResponse): void {
  const encoding = bestEncoding(message.headers['accept-encoding']);
  const chosen = (encoding && file.encoded[encoding]) || file.plain;
  const known = message.headers['if-none-match'];
  if (known !== undefined && matches(known, chosen.etag)) {
    response.writeHead(304, chosen.notModified as string[]); // writeHead does not change it
    response.end();
    return;
  }
  response.writeHead(200, chosen.headers as string[]); // writeHead does not change it
  if (message.method === 'HEAD') response.end();
  else response.end(chosen.body);
}

const matches = (header: string, etag: string): boolean =>
  header === '*' || header.split(',').some((entry) => entry.trim().replace(/^W\//, '') === etag);

/** Browsers send a handful of different headers, millions of times. */
const remembered = new Map<string, Encoding | null>();
function bestEncoding(header: string | undefined): Encoding | null {
  if (!header) return null;
  let encoding = remembered.get(header);
  if (encoding === undefined) {
    encoding = acceptedEncoding(header);
    if (remembered.size < 1000 && header.length < 200) remembered.set(header, encoding);
  }
  return encoding;
}
