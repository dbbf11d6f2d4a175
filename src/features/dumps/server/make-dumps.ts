import { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { inTransaction, makeCtx } from '#platform/ctx.ts';
import type { TempBlob } from '#platform/files/blob-store.ts';
import { storeBlobs } from '#platform/files/store-blobs.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { defineJob, type Job } from '#platform/jobs/registry.ts';
import { isListEndpoint } from '#platform/lists/endpoint.ts';
import type { List } from '#platform/lists/list.ts';
import { visitor } from '#platform/viewer.ts';
import { writeDump } from './write-dump.ts';

/** Dumps of an edition that are stored: downloads of the one before still end. */
export const dumpsStored = 3;

/** The most bytes of one file. */
const largestFile = 64 * 1024 ** 3;

/** The name of a dump that is begun now: 20261127T031500Z. */
export const dumpIdAt = (now: Date): string => `${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

/** The lists of the API. */
export const listsOf = (routes: RouteTable): List[] =>
  Object.values(routes)
    .filter(isListEndpoint)
    .map(({ list }) => list);

/** Makes a dump of each edition, one after the other. */
export const makeDumps = (routes: () => RouteTable): Job =>
  defineJob({
    name: 'make-dumps',
    input: z.object({}),
    cron: '23 2 * * *',
    retries: 1,
    mostSeconds: 6 * 3600,
    async run(services) {
      for (const site of services.sites)
        await makeDump(makeCtx(services, site, visitor, services.requestId), listsOf(routes()));
    },
  });

/** Stores a dump, which is public once all its files are stored, and removes old ones. */
async function makeDump(ctx: Ctx, lists: readonly List[]): Promise<void> {
  const dumpId = dumpIdAt(ctx.clock.now());
  const blobs = new Map<string, TempBlob>();
  try {
    const signature = await writeDump(ctx, {
      lists,
      dumpId,
      async put(name, content) {
        const blob = await ctx.files.putTemp(content, { bytes: largestFile, what: name });
        blobs.set(name, blob);
        return blob;
      },
    });
    await inTransaction(ctx, async (tx) => {
      const site = tx.site.code;
      await storeBlobs(tx, [...blobs.values()]);
      await tx.db
        .insertInto('dump')
        .values({ site, dump_id: dumpId, made_at: tx.clock.now(), signature })
        .execute();
      await tx.db
        .insertInto('dump_file')
        .values(
          [...blobs].map(([name, { sha256, sizeBytes }]) => ({
            site,
            dump_id: dumpId,
            name,
            sha256,
            size_bytes: sizeBytes,
          })),
        )
        .execute();
      const newest = tx.db
        .selectFrom('dump')
        .where('site', '=', site)
        .orderBy('dump_id', 'desc')
        .limit(dumpsStored)
        .select('dump_id');
      await tx.db.deleteFrom('dump').where('site', '=', site).where('dump_id', 'not in', newest).execute();
    });
  } catch (error) {
    for (const blob of blobs.values()) await ctx.files.discard(blob);
    throw error;
  }
}
