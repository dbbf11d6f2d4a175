import { expect, test } from 'vitest';
import { FakeClock } from '#testing/ctx.ts';
import { Caches } from './caches.ts';
import type { Change } from './change.ts';
import { currentReads } from './reads.ts';
import { RecentChanges } from './recent-changes.ts';

const comment: Change = { site: 'tmnf', table: 'comment', keys: ['track_id 5'] };
const news: Change = { site: 'tmnf', table: 'news', keys: ['news_id 1'] };

/** Whether a page that reads comments is cached, made from a replica at this position or from the primary server. */
async function isCached(caches: Caches, readAt?: number): Promise<boolean> {
  const asked = { site: 'tmnf', key: String(readAt), network: 'a', state: null, readAt };
  const make = async () => currentReads()?.statement('select 1 from comment', []);
  const { stored } = await caches.pages.make(asked, make, async () => ({ value: 'page', bytes: 10 }));
  return stored !== null;
}

const followed = () => {
  const caches = new Caches({
    clock: new FakeClock(),
    sites: ['tmnf'],
    maxBytes: 10_000,
    recent: new RecentChanges(),
  });
  caches.follow(100);
  return caches;
};

test('a page from a replica is cached only if the replica has replayed the changes of what it shows', async () => {
  const caches = followed();
  caches.changed([comment], 200);
  caches.changed([news], 300);
  expect(await isCached(caches, 199)).toBe(false);
  expect(await isCached(caches, 200)).toBe(true);
  expect(await isCached(caches)).toBe(true);
  expect(caches.position).toBe(300);
});

test('what changed before the log was followed may be missing on a replica', async () => {
  const caches = followed();
  expect([await isCached(caches, 99), await isCached(caches, 100)]).toEqual([false, true]);
  caches.lose();
  caches.follow(500);
  expect([await isCached(caches, 499), await isCached(caches, 500)]).toEqual([false, true]);
});

test('so many changes are remembered as a replica in use can lack; after more, nothing older is cached', () => {
  const recent = new RecentChanges();
  recent.begin(0);
  for (let position = 1; position <= 6000; position++) recent.add(position, [news]);
  expect(recent.after(999)).toBeNull();
  expect(recent.after(1000)).toHaveLength(5000);
});
