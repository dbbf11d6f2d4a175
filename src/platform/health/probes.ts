import { randomUUID } from 'node:crypto';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import type { ServerBlobStore } from '#platform/files/blob-store.ts';
import { createFolder } from '#platform/files/temp-folder.ts';
import { type Mailer, MailRefused } from '#platform/mail/mailer.ts';
import type { Probe } from './health.ts';

const fileCacheMs = 10_000;

/** Uploads need room for a few large forms at the same time; below this an operator should act. */
export const minFreeBytes = 512 * 2 ** 20;

/** Checks the database on its own connection: a busy pool does not mean that the database is down. */
export const databaseProbe = (pool: pg.Pool): Probe => ({
  failure: 'unreachable',
  async read() {
    await pool.query('select 1');
    return 'ok';
  },
});

/** Checks that stored files can be read, and that the upload folder is writable. */
export const filesProbe = (files: Pick<ServerBlobStore, 'tempFolder' | 'reach'>): Probe => ({
  failure: 'not writable',
  cachedMs: fileCacheMs,
  async read() {
    const folder = files.tempFolder;
    const path = join(folder, `health-${randomUUID()}`);
    try {
      await createFolder(folder); // a full disk may have prevented it at the start
      await writeFile(path, Buffer.alloc(4096), { flag: 'wx', mode: 0o640 });
    } finally {
      await rm(path, { force: true });
    }
    await files.reach();
    return 'ok';
  },
});

export const diskState = (freeBytes: number): string => (freeBytes < minFreeBytes ? 'almost full' : 'ok');

/** Checks the free space of the data folder's file system. */
export const diskProbe = (folder: string): Probe => ({
  failure: 'unknown',
  cachedMs: fileCacheMs,
  async read() {
    const { bavail, bsize } = await statfs(folder);
    return diskState(bavail * bsize);
  },
});

/**
 * Watches a mailer: the state is that of the last mail, because a test mail would have to go to someone. `onEnd` gets what became of
 * each mail.
 */
export function watchedMailer(
  mailer: Mailer,
  onEnd?: (outcome: 'sent' | 'refused' | 'failed') => void,
): { mailer: Mailer; probe: Probe } {
  let state = mailer.delivers ? 'ok' : 'outbox';
  const usual = state;
  return {
    probe: { failure: 'failing', cachedMs: 0, read: () => state },
    mailer: {
      delivers: mailer.delivers,
      async send(mail, options) {
        state = await mailer.send(mail, options).then(
          () => {
            onEnd?.('sent');
            return usual;
          },
          (error: unknown) => {
            state = 'failing';
            onEnd?.(error instanceof MailRefused ? 'refused' : 'failed');
            throw error;
          },
        );
      },
    },
  };
}
