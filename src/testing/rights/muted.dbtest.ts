import { expect, test } from 'vitest';
import { app } from '#app.ts';
import { Level } from '#lib/codes/level.ts';
import { mutedSentence } from '#lib/rules/sanctions.ts';
import { isTokenEndpoint } from '#platform/http/token-endpoint.ts';
import { seenFrom, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { makePack } from '#testing/make-lists.ts';
import { asMember, makeTrack } from '#testing/tracks.ts';
import { ask } from './asker.ts';
import { openToMuted } from './muted.ts';
import { undone } from './undone.ts';

const { db } = await testDb();
const member = await asMember(await testCtx({ db, site: 'tmnf' }), Level.administrator);
const mutedUntil = new Date(member.clock.now().getTime() + 86_400_000);
const muted = seenFrom(member, { viewer: { ...member.viewer, mutedUntil } });

const trackId = await makeTrack(member);
const packId = await makePack(member, { ownerId: member.viewer.userId, name: 'Quiet' });

const writes = Object.entries(app.routes).filter(([route]) => !route.startsWith('GET '));

/** The response to the user: the request has a token and an address, so that only its content can be wrong. */
async function answerTo(ctx: typeof member, route: string): Promise<string> {
  const [method = '', pattern = ''] = route.split(' ');
  const id = pattern.startsWith('/trackpack') ? packId : trackId;
  const path = pattern.replace(':kind', 'comment').replaceAll(/:\w+/g, `${id}`);
  const { status, text } = await undone(ctx, (tx) => ask(tx, { method, path, form: { Reason: 'x' } }));
  return status === 403 && text === mutedSentence(muted.site.name, mutedUntil) ? 'muted' : 'otherwise';
}

test.each(writes)('%s', async (route, endpoint) => {
  // a request with an API token has no session: see sanctions/server/effects.dbtest.ts
  if (isTokenEndpoint(endpoint)) return;
  // refused by the stored sanctions of all editions: see account-wide.dbtest.ts
  if (endpoint.write?.touches === 'account' && !(route in openToMuted)) return;
  expect(await answerTo(muted, route)).toBe(route in openToMuted ? 'otherwise' : 'muted');
  expect(await answerTo(member, route)).toBe('otherwise');
});

test('the table names only routes that exist', () => {
  const known = writes.map(([route]) => route);
  expect(Object.keys(openToMuted).filter((route) => !known.some((one) => one === route))).toEqual([]);
});
