import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** The result of one step. A step without tests counts as one. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  /** names of tests that passed only when they were run again; they count as passed */
  again?: readonly string[];
  /** names of the failed tests, for the end of the log */
  failures?: readonly string[];
}

/** Prints a part of a step's output. */
export type Print = (text: string) => void;

export interface Step {
  readonly name: string;
  /** `print` takes the output of a step that runs in parallel with others; without it, output goes straight to the terminal. */
  run(print?: Print): Promise<Counts>;
}

const one = (ok: boolean): Counts => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 });

/** The tools of node_modules come first, and with them the pinned Node. */
const toolEnv = (extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  ...process.env,
  PATH: [join(process.cwd(), 'node_modules', '.bin'), process.env.PATH].join(delimiter),
  ASTRO_TELEMETRY_DISABLED: '1',
  // every worker of the tests loads the same modules: one strips the types and compiles, the next ones read the result
  NODE_COMPILE_CACHE: join(process.cwd(), '.cache', 'node'),
  ...extra,
});

/** A tool that hangs must not block the suite; the longest step takes a fifth of this. */
const maxMinutes = 20;

/** Runs a tool; true when it exits with 0. Its output goes to `print`, or straight to the terminal. */
export function runTool(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  print?: Print,
): Promise<boolean> {
  return new Promise((resolve) => {
    const ownGroup = process.platform !== 'win32';
    const output = print ? 'pipe' : 'inherit';
    const child = spawn(command, args, {
      stdio: ['ignore', output, output],
      env: toolEnv(env),
      shell: !ownGroup,
      detached: ownGroup, // its own process group, so that all its workers can be killed
    });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => print?.(String(chunk)));
    const end = (signal: NodeJS.Signals) => {
      if (child.pid === undefined) return;
      if (ownGroup) process.kill(-child.pid, signal);
      else child.kill(signal);
    };
    const timer = setTimeout(() => {
      console.error(`${command} took more than ${maxMinutes} minutes and was ended.`);
      end('SIGKILL');
    }, maxMinutes * 60_000);
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
  run: async (print) => one(await runTool(command, args, env, print)),
});

const toTerminal: Print = (text) => void process.stderr.write(text);

/** A step that is one of our functions, which returns complaints, one sentence each. */
export const checkStep = (name: string, complaints: () => string[] | Promise<string[]>): Step => ({
  name,
  run: async (print = toTerminal) => {
    const found = await complaints();
    for (const complaint of found) print(`${complaint}\n`);
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
  run: async (print) => {
    await rm(report, { force: true });
    const ok = await runTool(command, args, {}, print);
    const text = await readFile(report, 'utf8').catch(() => null);
    const counts = text === null ? { passed: 0, failed: 0, skipped: 0 } : read(JSON.parse(text));
    const ran = counts.passed + counts.failed > 0;
    if (counts.failed > 0 || (ok && ran)) return counts;
    // a runner may fail without a failing test: a file that does not load, an error after the last test
    const why = ran ? `${command} failed, although no test did` : 'no test ran';
    return { ...counts, failed: 1, failures: [...(counts.failures ?? []), why] };
  },
});
