import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** The result of one step. A step without tests counts as one. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  /** number of the passed ones that needed a second try */
  again?: number;
}

export interface Step {
  readonly name: string;
  run(): Promise<Counts>;
}

const one = (ok: boolean): Counts => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 });

/** The tools of node_modules come first, and with them the pinned Node. */
export const toolEnv = (extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  ...process.env,
  PATH: [join(process.cwd(), 'node_modules', '.bin'), process.env.PATH].join(delimiter),
  ASTRO_TELEMETRY_DISABLED: '1',
  ...extra,
});

/** A tool that hangs must not block the suite; the longest step takes a tenth of this. */
const longestMinutes = 20;

/** Runs a tool and passes its output through; true if it exits with 0. */
export function runTool(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<boolean> {
  return new Promise((resolve) => {
    const ownGroup = process.platform !== 'win32';
    const child = spawn(command, args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: toolEnv(env),
      shell: !ownGroup,
      detached: ownGroup, // its own process group, so that all its workers can be killed
    });
    const end = (signal: NodeJS.Signals) => {
      if (child.pid === undefined) return;
      if (ownGroup) process.kill(-child.pid, signal);
      else child.kill(signal);
    };
    const timer = setTimeout(() => {
      console.error(`${command} took more than ${longestMinutes} minutes and was ended.`);
      end('SIGKILL');
    }, longestMinutes * 60_000);
    const forward = (signal: NodeJS.Signals) => end(signal);
    process.on('SIGINT', forward).on('SIGTERM', forward);
    child.on('error', (error) => console.error(`${command} could not be started: ${error.message}`));
    child.on('close', (code) => {
      clearTimeout(timer);
      process.off('SIGINT', forward).off('SIGTERM', forward);
      resolve(code === 0);
    });
  });
}

/** A step that is one command. */
export const toolStep = (
  name: string,
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Step => ({
  name,
  run: async () => one(await runTool(command, args, env)),
});

/** A step that is one of our functions, which returns complaints, one sentence each. */
export const checkStep = (name: string, complaints: () => string[] | Promise<string[]>): Step => ({
  name,
  run: async () => {
    const found = await complaints();
    for (const complaint of found) console.error(complaint);
    return one(found.length === 0);
  },
});

/** A step that runs tests, counted from the report of its runner. */
export const testStep = (
  name: string,
  report: string,
  command: string,
  args: readonly string[],
  read: (report: unknown) => Counts,
): Step => ({
  name,
  run: async () => {
    await rm(report, { force: true });
    const ok = await runTool(command, args);
    const counts = await readFile(report, 'utf8').then(
      (text) => read(JSON.parse(text)),
      () => ({ passed: 0, failed: 0, skipped: 0 }),
    );
    const ran = counts.passed + counts.failed > 0;
    if (!ran) console.error(`${name}: no test ran`);
    // a runner may fail without a failing test: a file that does not load, an error after the last test
    if (counts.failed === 0 && !(ok && ran)) counts.failed = 1;
    return counts;
  },
});
