import { spawn } from 'node:child_process';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { oneAtATime } from '#platform/machine-lock.ts';
import { allSites } from '#sites/all.ts';
import { HashCache, sourcesHash, storedHash } from './build-hash.ts';

const compressible = new Set([
  '.html',
  '.css',
  '.js',
  '.json',
  '.svg',
  '.txt',
  '.xml',
  '.webmanifest',
  '.ico',
]);
const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Writes `.br` and `.gz` next to every file that becomes smaller. */
async function compressFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && compressible.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(files.map(compressFile));
}

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path);
  const [br, gz] = await Promise.all([
    toBrotli(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
    toGzip(bytes, { level: 9 }),
  ]);
  // a smaller saving is not worth a second copy in memory
  const worth = (packed: Buffer) => packed.length + 64 < bytes.length;
  if (worth(br)) await writeFile(`${path}.br`, br);
  if (worth(gz)) await writeFile(`${path}.gz`, gz);
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const astro = join(root, 'node_modules', 'astro', 'bin', 'astro.mjs');

/** Folder of the builds, one subfolder per edition. */
export const distDir = join(root, 'dist');
const hashFile = (code: string) => join(distDir, code, '.build-hash');

type Say = (line: string) => void;

interface Building {
  readonly say: Say;
  /** what was read of the sources for other editions */
  readonly cache?: HashCache;
  /** called for each edition when its build begins */
  readonly building?: (code: string) => void;
  /** called for each edition when its build is up to date */
  readonly built?: (code: string) => void;
}

/**
 * Builds the editions whose sources changed since their last build, two at a time, in this order. Resolves with the codes of the built
 * editions; rejects with Astro's output if one fails. Concurrent processes build one after the other, and the second has
 * nothing to do.
 */
export const buildSites = (codes: readonly string[], building: Building): Promise<string[]> =>
  oneAtATime('build', root, () => buildStale(codes, building));

async function buildStale(
  codes: readonly string[],
  { say, cache = new HashCache(), building = () => {}, built = () => {} }: Building,
): Promise<string[]> {
  const wanted = await Promise.all(
    codes.map(async (code) => ({ code, hash: await sourcesHash(root, code, cache) })),
  );
  const stale = wanted.filter(({ code, hash }) => storedHash(hashFile(code)) !== hash);
  for (const { code } of wanted) if (!stale.some((one) => one.code === code)) built(code);
  const waiting = [...stale];
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const began = performance.now();
      say(`building ${next.code} …`);
      building(next.code);
      await buildSite(next.code, next.hash);
      say(`built ${next.code} in ${((performance.now() - began) / 1000).toFixed(1)} s`);
      built(next.code);
    }
  };
  await Promise.all([lane(), lane()]);
  return stale.map(({ code }) => code);
}

async function buildSite(code: string, hash: string): Promise<void> {
  await rm(hashFile(code), { force: true }); // an interrupted build must not count
  await runAstro(code);
  await compressFolder(join(distDir, code, 'client'));
  await writeFile(hashFile(code), `${hash}\n`);
}

function runAstro(code: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [astro, 'build', '--silent'], {
      cwd: root,
      env: { ...process.env, SITE: code, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const words: string[] = [];
    const listen = (chunk: Buffer) => void words.push(chunk.toString());
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    const end = () => child.kill();
    process.once('exit', end);
    child.once('error', reject);
    child.once('close', () => process.off('exit', end));
    child.once('close', (status) =>
      status === 0 ? resolve() : reject(new BuildError(`The build of ${code} failed.\n${words.join('')}`)),
    );
  });
}

/** Astro's output, shown to the user without our stack trace. */
export class BuildError extends Error {}

if (import.meta.main) {
  try {
    const sites = await allSites();
    const named = process.argv.slice(2);
    const codes = sites.map((site) => site.code).filter((code) => named.length === 0 || named.includes(code));
    const built = await buildSites(codes, { say: console.log });
    if (built.length === 0) console.log('nothing has changed: all editions are up to date');
  } catch (error) {
    console.error(error instanceof Error && error.constructor !== Error ? error.message : error);
    process.exitCode = 1;
  }
}
