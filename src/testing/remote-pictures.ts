import type { Kysely } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '#db/database.ts';
import { forSite } from '#db/for-site.ts';
import type { Level } from '#lib/codes/level.ts';
import { inTransaction } from '#platform/ctx.ts';
import { messageHtml } from '#platform/messages.ts';
import { RemoteRefusal, readOnlyRemote } from '#platform/remote/remote.ts';
import { remotePictureJobs } from '#platform/remote-pictures/jobs.ts';
import { rememberPictures } from '#platform/remote-pictures/remember.ts';
import { type TestCtx, testCtx } from './ctx.ts';
import { asMember } from './tracks.ts';

type Answer = Uint8Array | RemoteRefusal;

/** A member of an installation whose other hosts are a table. */
export async function pictureScene(db: Kysely<Database>, level?: Level) {
  const hosts = new Map<string, Answer>();
  const requested: string[] = [];
  const remote = readOnlyRemote(async (url, { hosts: isAllowed, maxBytes }) => {
    requested.push(url);
    expect(maxBytes).toBe(5 * 1024 * 1024);
    if (typeof isAllowed === 'function' && !isAllowed(new URL(url).hostname))
      throw new RemoteRefusal('host', 'Nothing is requested from it.');
    const answer = hosts.get(url) ?? new RemoteRefusal('missing', 'There is nothing.');
    if (answer instanceof RemoteRefusal) throw answer;
    return { url, type: 'image/png', bytes: answer };
  });
  const ctx = await asMember(await testCtx({ db, site: 'tmnf', remote }), level);
  const save = (text: string, by: TestCtx = ctx) => inTransaction(by, (tx) => rememberPictures(tx, text));
  const fetched = () => ctx.jobs.runAll(ctx);
  const runDue = async () => {
    for (const job of remotePictureJobs.filter(({ name }) => name === 'fetch-due-pictures'))
      await job.run(ctx, 'test', {});
  };
  const html = (text: string) => messageHtml(ctx, text, { images: true });
  const row = (address: string) =>
    forSite(ctx, 'remote_picture').where('address', '=', address).selectAll().executeTakeFirst();
  return { row, ctx, hosts, requested, save, fetched, runDue, html };
}

let pictures = 0;
/** An address that no other test has. */
export const newAddress = () => {
  pictures += 1;
  return `https://pictures.org/${pictures}.png`;
};
export const img = (address: string) => `[img]${address}[/img]`;
export const keyIn = (html: string) => /\/remotepictureshow\/([\w-]{22})"/.exec(html)?.[1] ?? '';
