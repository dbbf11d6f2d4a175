import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { chromium } from 'playwright';

const usualPlaces = [
  '/usr/bin/chromium-headless-shell', // has no window: the suite needs a third less processor time
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** Letters of most languages, and those of Arial's widths: pages name that font for what is shown before their own has arrived. */
const fonts = ['fonts-dejavu-core', 'fonts-liberation'];

/**
 * The Chromium for the browser tests: CHROMIUM_PATH, then Playwright's own, then the system's; otherwise Playwright's download,
 * then Debian's package. Throws with instructions if all fail.
 */
export async function findBrowser(): Promise<string> {
  const requested = process.env.CHROMIUM_PATH;
  if (requested) {
    if (await runs(requested)) return requested;
    throw new Error(`CHROMIUM_PATH is ${requested}, which cannot be run.`);
  }
  const here = await installed();
  if (here) return here;
  console.log('No Chromium found: installing one.');
  downloadFromPlaywright();
  const downloaded = await installed();
  if (downloaded) return downloaded;
  // not in every release
  if (!installFromDebian(['chromium-headless-shell', ...fonts])) installFromDebian(['chromium', ...fonts]);
  const packaged = await installed();
  if (packaged) return packaged;
  throw new Error(
    "No browser for the browser tests. Run 'npx playwright install --with-deps chromium' where the network allows it, " +
      "or install Debian's package with 'apt-get install chromium', or set CHROMIUM_PATH to a Chromium or Chrome.",
  );
}

async function installed(): Promise<string | undefined> {
  for (const path of [chromium.executablePath(), ...usualPlaces]) {
    if (existsSync(path) && (await runs(path))) return path;
  }
  return undefined;
}

/** An installed browser may still lack libraries. */
async function runs(path: string): Promise<boolean> {
  if (process.platform === 'win32') return existsSync(path); // on Windows --version opens a window
  return promisify(execFile)(path, ['--version'], { timeout: 20_000 }).then(
    () => true,
    () => false,
  );
}

function downloadFromPlaywright(): void {
  const { status } = spawnSync('playwright', ['install', 'chromium'], {
    stdio: ['ignore', 'inherit', 'ignore'],
    shell: process.platform === 'win32',
    timeout: 5 * 60_000,
    env: { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000' },
  });
  if (status !== 0) console.log("Playwright's download did not work here.");
}

/** Installs packages, which needs root, or sudo without a password. */
export function installFromDebian(names: readonly string[]): boolean {
  if (!existsSync('/usr/bin/apt-get')) return false;
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '--non-interactive'];
  const apt = (...args: string[]) => {
    const [command = 'apt-get', ...rest] = [...asRoot, 'apt-get', ...args];
    const { status } = spawnSync(command, rest, {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    return status === 0;
  };
  return (
    apt('update', '-qq') &&
    apt('install', '-qq', '-y', '-o', 'DPkg::Lock::Timeout=120', '--no-install-recommends', ...names)
  );
}
