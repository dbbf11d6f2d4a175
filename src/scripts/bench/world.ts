import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDb } from '#db/client.ts';
import type { Site } from '#sites/schema.ts';
import { openDatabase } from '../database.ts';
import type { Closers } from '../run-command.ts';
import { fillBig } from './data/big.ts';

/** A database filled for measurements. */
export interface World {
  readonly url: string;
  readonly dataDir: string;
}

/**
 * The community at `scale` of full size, in a temporary folder; with `kept` in a folder that is filled once and reused by
 * later runs.
 */
export async function openWorld(
  sites: readonly Site[],
  scale: number,
  givenDir: string | undefined,
  closers: Closers,
): Promise<World> {
  const dataDir =
    givenDir === undefined
      ? await mkdtemp(join(tmpdir(), 'paddock-scale-'))
      : join(givenDir, `scale-${scale}`);
  if (givenDir === undefined) closers.add(() => rm(dataDir, { recursive: true, force: true }));
  await mkdir(dataDir, { recursive: true });
  const { url } = await openDatabase({ databaseUrl: null, dataDir, forTools: true }, sites, closers);
  const filled = join(dataDir, 'filled');
  if (!existsSync(filled)) {
    const { db, close } = openDb(url, { statementTimeoutMs: 0 });
    const codes = sites.map(({ code }) => code);
    await fillBig(db, codes, scale, console.log).finally(close);
    await writeFile(filled, '');
  }
  return { url, dataDir };
}
