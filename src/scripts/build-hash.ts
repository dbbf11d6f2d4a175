import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** What every edition's build includes; no tests and no commands. */
const shared = [
  'src',
  'public',
  'astro.config.mjs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'sites/schema.ts',
  'sites/all.ts',
  'db',
];
const ignored = [
  /\.(test|dbtest|e2e)\.tsx?$/,
  /^src\/(testing|decisions|server|demo)\//,
  /^src\/((server|app)\.ts$|features\/[^/]+\/feature\.ts$)/,
  /^src\/scripts\/(?!site-module|external-server|supported-browsers|compress)/,
  /^src\/lib\/[^/]+\/tools\//,
  /^db\/(baseline|migrations)\//,
];

/** One hash of everything that affects the build of an edition. */
export async function sourcesHash(root: string, code: string, cache: HashCache): Promise<string> {
  const files = (
    await Promise.all([...shared, `sites/${code}`].map((path) => cache.filesUnder(root, path)))
  ).flat();
  const hashes = await Promise.all(
    files.sort().map(async (file) => `${file} ${await cache.hashOf(join(root, file))}`),
  );
  return createHash('sha256')
    .update(`${process.version}\n${hashes.join('\n')}`)
    .digest('hex');
}

async function filesUnder(root: string, path: string): Promise<string[]> {
  const full = join(root, path);
  const found = await stat(full).catch(() => null); // a folder may be missing
  if (!found) return [];
  if (found.isFile()) return [path];
  const entries = await readdir(full, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((file) => !ignored.some((pattern) => pattern.test(file)));
}

/** Names and content hashes of files within one run, so that shared sources are read once for all editions. */
export class HashCache {
  readonly #files = new Map<string, Promise<string[]>>();
  readonly #hashes = new Map<string, Promise<string>>();

  filesUnder(root: string, path: string): Promise<string[]> {
    const key = join(root, path);
    const files = this.#files.get(key) ?? filesUnder(root, path);
    this.#files.set(key, files);
    return files;
  }

  hashOf(path: string): Promise<string> {
    let hash = this.#hashes.get(path);
    if (!hash) {
      hash = readFile(path).then((bytes) => createHash('sha256').update(bytes).digest('hex'));
      this.#hashes.set(path, hash);
    }
    return hash;
  }
}

/** The hash stored by the last successful build, or null. */
export function storedHash(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return null;
  }
}
