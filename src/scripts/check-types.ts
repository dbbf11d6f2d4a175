import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { convertPages } from './suite/page-types.ts';

/** Type errors that Astro's own check omits as well: a duplicate attribute, and a return at the top level. */
const allowed = /: error TS(?:1108|1208|17001): /;

const compiler = fileURLToPath(new URL('../../node_modules/typescript-7/bin/tsc', import.meta.url));

/**
 * Returns the type errors of everything below `root`, .astro files included, one line each. The native compiler uses one thread:
 * several would repeat parts of each other's work.
 */
export async function typeErrors(root: string): Promise<string[]> {
  const { project, complaints, original } = convertPages(root);
  const args = [compiler, '--project', project, '--noEmit', '--singleThreaded', '--pretty', 'false'];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  if (code !== 0 && lines.length === 0) lines.push(`the compiler ended with ${code}`);
  return [...complaints, ...lines.filter((line) => !allowed.test(line)).map(original)];
}

if (import.meta.main) {
  const errors = await typeErrors(process.cwd());
  for (const error of errors) console.error(error);
  process.exitCode = errors.length > 0 ? 1 : 0;
}
