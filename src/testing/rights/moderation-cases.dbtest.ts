import { expect, test } from 'vitest';
import { caseSteps } from '#features/cases/model.ts';
import { openCase } from '#features/cases/server/actions.ts';
import { shownCase } from '#features/moderation/console/server/case-page.ts';
import { shownQueue } from '#features/moderation/console/server/queue.ts';
import { Level } from '#lib/codes/level.ts';
import { inTransaction } from '#platform/ctx.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { makeTrack } from '#testing/tracks.ts';
import { ask } from './asker.ts';
import { bothDoors, expectedRow, moderationAsker } from './moderation-asking.ts';
import { moderationPeople } from './moderation-roles.ts';

/** Role × case × edition: see moderation.dbtest.ts for the letters. */
const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const otherSite = world.sites.find(({ code }) => code !== 'tmnf')?.code ?? '';
const people = await moderationPeople(world, otherSite);
const { found, seen } = moderationAsker(world, people);
const person = people['person concerned'].here;
const id = await makeTrack(person);
const caseId = await inTransaction(world, (tx) =>
  openCase(tx, {
    subject: { kind: 'track', id },
    source: 'hint',
    hint: 'flood',
    score: 10,
    text: 'A flood',
    personId: person.viewer.userId,
  }),
);

test.each(caseSteps)('%s a case', async (Act) => {
  const form = { site: world.site.code, case: `${caseId}`, Act, Answer: 'Rights.' };
  const letters = await found((ctx) => ask(ctx, { method: 'POST', path: '/moderation/case', form }));
  expect(letters).toEqual(bothDoors(expectedRow(Level.moderator)));
});

test('the page of a case is shown to moderators of its edition', async () => {
  const page = await seen(
    async (ctx) => ({ rows: [await shownCase(ctx, world.site.code, caseId, 'http://x.example')] }),
    ({ record }) => record.caseId === caseId,
  );
  expect(page).toEqual({ here: 'NNNN...', there: 'NNNN...' });
});

test('the queue contains cases of editions with a role', async () => {
  const queue = await seen(
    async (ctx) => (await shownQueue(ctx, new URLSearchParams())).page,
    (row) => row.caseId === caseId && row.site === world.site.code,
  );
  expect(queue).toEqual({ here: 'DDD-...', there: 'DDD-...' });
});
