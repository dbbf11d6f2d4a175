import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { minuteMs } from '#lib/codes/durations.ts';
import type { Services } from '#platform/context.ts';
import { type OwnServer, visit } from './own-visits.ts';

/** As many as a process renders before it takes visits. */
const mostPages = 60;
const saveEveryMs = minuteMs;
/** A process does not wait longer for them. */
const renderWithinMs = 5000;
const atOnce = 4;
/** Visitors of an edition wait as long as this for the first rendering of each kind of its pages. */
const warmUpWithinMs = 700;

const fileIn = (dataDir: string) => join(dataDir, 'hottest-pages.json');

/** An address with the secret of a track is not written down. */
const hasSecret = (address: string) => new URL(address).searchParams.has('key');

/**
 * Writes the addresses of the pages that visitors request most to the data folder, for the process that starts next: every minute, and when
 * the returned function is called.
 */
export function handOverHottest({ caches, log }: Pick<Services, 'caches' | 'log'>, dataDir: string) {
  const save = async () => {
    const addresses = caches?.pages.hottest(mostPages).filter((address) => !hasSecret(address)) ?? [];
    if (addresses.length === 0) return;
    const written = `${fileIn(dataDir)}.${process.pid}`;
    await writeFile(written, JSON.stringify(addresses));
    await rename(written, fileIn(dataDir));
  };
  const trySaving = () =>
    save().catch((err: unknown) => log.warn({ err }, 'the hottest pages were not written down'));
  const timer = setInterval(trySaving, saveEveryMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await trySaving();
  };
}

/** Requests the pages that an earlier process has handed over, so that the first visitors find them rendered. `until`: when this is useful. */
export async function renderHottest(dataDir: string, own: OwnServer, until: Promise<void>): Promise<void> {
  const addresses = await handedOver(dataDir);
  if (addresses.length === 0) return;
  const late = new AbortController();
  const lane = async () => {
    for (let next = addresses.shift(); next && !late.signal.aborted; next = addresses.shift())
      await visit(new URL(next), own);
  };
  const all = until.then(() => Promise.all(Array.from({ length: atOnce }, lane)));
  await Promise.race([all, sleep(renderWithinMs)]);
  late.abort();
}

/**
 * Requests one page of each kind that an earlier process has handed over, so that the first visitors of the edition do not wait until
 * its code is loaded and compiled. Without one, or if it takes too long, they do.
 */
export async function renderEachKind(
  dataDir: string,
  hosts: readonly string[],
  { headers, ...own }: OwnServer & { readonly headers: Readonly<Record<string, string>> },
): Promise<void> {
  const kinds = new Map<string, URL>();
  for (const url of (await handedOver(dataDir)).map((address) => new URL(address))) {
    const [, kind = ''] = url.pathname.split('/');
    if (hosts.includes(url.hostname) && !kinds.has(kind)) kinds.set(kind, url);
  }
  let isLate = false;
  const visits = async () => {
    for (const url of kinds.values()) if (!isLate) await visit(url, own, headers);
  };
  await Promise.race([visits(), sleep(warmUpWithinMs)]);
  isLate = true;
}

async function handedOver(dataDir: string): Promise<string[]> {
  try {
    const addresses: unknown = JSON.parse(await readFile(fileIn(dataDir), 'utf8'));
    return Array.isArray(addresses) ? addresses.filter((one) => URL.canParse(one)) : [];
  } catch {
    return []; // there is none, or it is of no use
  }
}
