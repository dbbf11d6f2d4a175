import { readFileSync } from 'node:fs';
import { z } from 'zod';

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      resolved: z.string().optional(),
      optionalDependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
});

const versions = z.record(z.string(), z.string()).default({});
const Manifest = z.object({
  dependencies: versions,
  devDependencies: versions,
  optionalDependencies: versions,
});

/**
 * What would make `npm ci` fail, or behave differently, on another machine: registry addresses, optional dependencies that npm
 * omitted because this platform does not need them, and version ranges.
 */
export function lockFileComplaints(lockText: string, manifestText: string): string[] {
  const { packages } = Lock.parse(JSON.parse(lockText));
  const addressed = Object.entries(packages)
    .filter(([, entry]) => entry.resolved !== undefined)
    .map(
      ([path]) => `package-lock.json: ${path} holds a "resolved" address; run npm install with this .npmrc`,
    );
  const missing = Object.entries(packages).flatMap(([path, entry]) =>
    Object.keys(entry.optionalDependencies ?? {})
      .filter((name) => !nearest(packages, path, name))
      .map(
        (name) =>
          `package-lock.json: ${path || 'the project'} wants ${name}, which has no entry: npm ci would fail`,
      ),
  );
  return [...addressed, ...missing, ...inexact(manifestText)];
}

function inexact(manifestText: string): string[] {
  const manifest = Manifest.parse(JSON.parse(manifestText));
  return Object.entries(manifest).flatMap(([group, wanted]) =>
    Object.entries(wanted)
      .filter(([, version]) => !/^(npm:[\w@/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
      .map(([name, version]) => `package.json: ${group}.${name} is "${version}"; pin an exact version`),
  );
}

/** Node's own lookup: in the package's node_modules, then upwards. */
function nearest(packages: Record<string, unknown>, from: string, name: string): boolean {
  for (let base = from; ; base = base.slice(0, Math.max(0, base.lastIndexOf('/node_modules/')))) {
    if (`${base ? `${base}/` : ''}node_modules/${name}` in packages) return true;
    if (!base) return false;
    if (!base.includes('/node_modules/')) base = '';
  }
}

export const checkLockFile = () =>
  lockFileComplaints(readFileSync('package-lock.json', 'utf8'), readFileSync('package.json', 'utf8'));
