import { beforeEach, expect, test } from 'vitest';
import { hourMs } from '#lib/codes/durations.ts';
import { Level } from '#lib/codes/level.ts';
import type { Ctx } from '#platform/context.ts';
import { FakeClock } from '#testing/ctx.ts';
import { Caches } from './caches.ts';
import { currentReads } from './reads.ts';
import { partHtml, samePart, visitorsPart } from './same-part.ts';

const clock = new FakeClock();
const sites = ['tmnf', 'tm2'];
let caches = new Caches({ clock, sites, maxBytes: 100_000 });
beforeEach(() => {
  caches = new Caches({ clock, sites, maxBytes: 100_000 });
  caches.follow();
});

const as = (
  accountId: number | null,
  code = 'tmnf',
  level: number = accountId === null ? 0 : Level.standard,
) => ({ caches, clock, site: { code }, viewer: { accountId, level } }) as unknown as Ctx; // what parts use of it
const news = () =>
  visitorsPart(as(null), 'news', async () => {
    currentReads()?.statement('select 1 from news', []);
    return { rows: [1] };
  });
let rendered = 0;
const render = (value: object, ctx = as(null), html = '<p>') =>
  partHtml(ctx, 'news', value, async () => {
    rendered += 1;
    return html;
  });
const count = async (run: () => Promise<unknown>) => {
  const before = rendered;
  await run();
  return rendered - before;
};

test('the HTML of a part is rendered once for each value', async () => {
  const first = await news();
  expect(await news()).toBe(first);
  expect(await count(() => render(first))).toBe(1);
  expect(await count(async () => expect(await render(first)).toBe('<p>'))).toBe(0);
  caches.changed([{ site: 'tmnf', table: 'news', keys: null }]);
  const second = await news();
  expect(second).not.toBe(first);
  expect(await count(() => render(second))).toBe(1);
  expect(await count(() => render(second))).toBe(0);
});

test('it is rendered again when one of its relative times has another text', async () => {
  const value = await news();
  const html = `<time datetime="${new Date(clock.now().getTime() - 3 * hourMs).toISOString()}">`;
  expect(await count(() => render(value, as(null), html))).toBe(1);
  expect(await count(() => render(value, as(null), html))).toBe(0);
  clock.forward({ hours: 1 });
  expect(await count(() => render(value, as(null), html))).toBe(1);
});

test('members get what a visitor would, with HTML of their level', async () => {
  const loadFor = async ({ viewer }: Ctx) => ({ seenBy: viewer.accountId });
  const visitors = await visitorsPart(as(5), 'news', loadFor);
  expect(visitors).toEqual({ seenBy: null });
  expect(await visitorsPart(as(null), 'news', loadFor)).toBe(visitors);
  expect(await render(visitors, as(5), '<p>member')).toBe('<p>member');
  expect(await render(visitors, as(6), '<p>another')).toBe('<p>member');
  expect(await render(visitors, as(null), '<p>visitor')).toBe('<p>visitor');
  expect(await render(visitors, as(7, 'tmnf', Level.basic), '<p>unconfirmed')).toBe('<p>unconfirmed');
});

test('moderators load their own parts, whose HTML is not shared, as that of any copy', async () => {
  const visitors = await news();
  const moderator = as(5, 'tmnf', Level.moderator);
  const own = await visitorsPart(moderator, 'news', async ({ viewer }) => ({ seenBy: viewer.accountId }));
  expect(own).toEqual({ seenBy: 5 });
  expect(await render(own, moderator)).toBeNull();
  expect(await render({ ...visitors })).toBeNull();
});

test('what is the same for everybody is shared by users, and by no other edition', async () => {
  const load = async () => ({});
  const value = await samePart(as(null), 'counts', load);
  expect(await samePart(as(5), 'counts', load)).toBe(value);
  expect(await samePart(as(5, 'tm2'), 'counts', load)).not.toBe(value);
});

test('without a cache, every page makes its own', async () => {
  const ctx = { ...as(null), caches: undefined } as unknown as Ctx; // as in tests and scripts
  const load = async () => ({});
  const value = await samePart(ctx, 'counts', load);
  expect(await samePart(ctx, 'counts', load)).not.toBe(value);
  expect(await render(value, ctx)).toBeNull();
});
