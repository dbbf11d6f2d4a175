import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { PreparedResponse } from './guarded-response.ts';
import { customaryName } from './header-names.ts';
import { acceptedEncoding, type Encoding } from './negotiate.ts';
import { commonHeaders, documentHeaders, drawingPolicy, embeddable, overHttps } from './security-headers.ts';
import { isKnown } from './tagged.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
};

const suffixes: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' };

interface Variant {
  readonly body: Buffer;
  readonly etag: string;
  readonly overHttp: Heads;
  readonly overHttps: Heads;
}

/** Headers ready for writeHead: names and values alternately. */
interface Heads {
  readonly whole: readonly string[];
  readonly notModified: readonly string[];
}

/** One file in memory, in every encoding that the build made. */
export interface StaticFile {
  readonly plain: Variant;
  readonly encoded: Readonly<Partial<Record<Encoding, Variant>>>;
  readonly isPage: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

/** Files by the path under which they are requested. */
export type StaticFiles = ReadonlyMap<string, StaticFile>;

/** Security policies of prerendered pages, by path: what Astro would send with them. */
export type PagePolicies = Readonly<Record<string, string>>;

/** Files are read while other editions are served, whose requests wait for so many at most. */
const filesAtOnce = 8;

/** Reads a folder into memory. `about/index.html` and `about.html` are served at `/about`. */
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
  const plain = names.filter((name) => !isCompressed(name));
  for (let at = 0; at < plain.length; at += filesAtOnce) {
    const read = async (name: string) => {
      const path = pathOf(name);
      files.set(path, await loadFile(root, name, path, policies));
    };
    await Promise.all(plain.slice(at, at + filesAtOnce).map(read));
  }
  return files;
}

const pathOf = (name: string): string => name.replace(/(\/index)?\.html$/, '') || '/';

async function loadFile(
  root: string,
  name: string,
  path: string,
  policies: PagePolicies,
): Promise<StaticFile> {
  const headers = {
    ...commonHeaders,
    'content-type': types[extname(name)] ?? 'application/octet-stream',
    'cache-control': cacheControl(name),
    ...kindHeaders(name, policies[path]),
  };
  const encoded: Partial<Record<Encoding, Variant>> = {};
  for (const [encoding, suffix] of Object.entries(suffixes) as [Encoding, string][]) {
    // the keys of the object above
    if (existsSync(join(root, name + suffix))) {
      encoded[encoding] = variant(await readFile(join(root, name + suffix)), headers, encoding);
    }
  }
  const varies = Object.keys(encoded).length > 0;
  const plain = variant(
    await readFile(join(root, name)),
    varies ? { ...headers, vary: 'accept-encoding' } : headers,
    null,
  );
  return { plain, encoded, isPage: name.endsWith('.html'), headers };
}

/** The same file with another content, compressed here instead of by the build. */
export function withBody({ headers, isPage }: StaticFile, body: Buffer): StaticFile {
  const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
  return {
    plain: variant(body, { ...headers, vary: 'accept-encoding' }, null),
    encoded: {
      br: variant(brotliCompressSync(body, quick), headers, 'br'),
      gzip: variant(gzipSync(body), headers, 'gzip'),
    },
    isPage,
    headers,
  };
}

/** Pages have their own policy. Placeholder pictures of tracks may be embedded wherever the real ones may. */
function kindHeaders(name: string, policy: string | undefined): Record<string, string> {
  if (name.endsWith('.html')) {
    return { ...documentHeaders, 'content-security-policy': policy ?? "frame-ancestors 'none'" };
  }
  const drawing: Record<string, string> = name.endsWith('.svg')
    ? { 'content-security-policy': drawingPolicy }
    : {};
  return name.startsWith('/images/') ? { ...drawing, ...embeddable } : drawing;
}

/** Names under /_astro contain a hash of their content: they never change. */
function cacheControl(name: string): string {
  if (name.startsWith('/_astro/')) return 'public, max-age=31536000, immutable';
  return name.endsWith('.html') ? 'no-cache' : 'public, max-age=3600';
}

function variant(body: Buffer, common: Readonly<Record<string, string>>, encoding: Encoding | null): Variant {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const shared = { ...common, etag, ...(encoding && { vary: 'accept-encoding' }) };
  const own = { 'content-length': String(body.length), ...(encoding && { 'content-encoding': encoding }) };
  return { body, etag, overHttp: heads(shared, own), overHttps: heads(overHttps(shared), own) };
}

const heads = (shared: Record<string, string>, own: Record<string, string>): Heads => ({
  whole: alternating({ ...shared, ...own }),
  notModified: alternating(shared),
});

/** Headers as `writePrepared` takes them: names and values alternately. */
export const alternating = (headers: Readonly<Record<string, string>>): string[] =>
  Object.entries(headers).flatMap(([name, value]) => [customaryName(name), value]);

/** Serves GET and HEAD from memory. */
export function serveStatic(
  file: StaticFile,
  message: IncomingMessage,
  response: PreparedResponse,
  isSecure: boolean,
): void {
  const encoding = bestEncoding(message.headers['accept-encoding']);
  const chosen = (encoding && file.encoded[encoding]) || file.plain;
  const { whole, notModified } = isSecure ? chosen.overHttps : chosen.overHttp;
  const known = message.headers['if-none-match'];
  if (isKnown(known, chosen.etag)) {
    response.writePrepared(304, notModified);
    response.end();
    return;
  }
  response.writePrepared(200, whole);
  if (message.method === 'HEAD') response.end();
  else response.end(chosen.body);
}

const remembered = new Map<string, Encoding | null>();

/** Like `acceptedEncoding`, remembered: browsers send only a few different headers, millions of times. */
export function bestEncoding(header: string | undefined): Encoding | null {
  if (!header) return null;
  let encoding = remembered.get(header);
  if (encoding === undefined) {
    encoding = acceptedEncoding(header);
    if (remembered.size < 1000 && header.length < 200) remembered.set(header, encoding);
  }
  return encoding;
}
