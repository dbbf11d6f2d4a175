import { expect, test } from 'vitest';
import { forSite } from '#db/for-site.ts';
import { Level } from '#lib/codes/level.ts';
import type { SettingChanges } from '#lib/switches/model.ts';
import { inTransaction } from '#platform/ctx.ts';
import { fullName } from '#platform/switches/site-name.ts';
import { type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { grantRole } from '#testing/moderators.ts';
import { asMember } from '#testing/tracks.ts';
import { Uploader } from '#testing/uploader.ts';
import { changeSettings } from './actions.ts';

const { db } = await testDb({ editions: 'all' });

const crew = async (level: Level, site = 'tmnf') =>
  grantRole(await asMember(await testCtx({ db, site })), level, [site]);

const change = (ctx: TestCtx, changes: SettingChanges) =>
  inTransaction(ctx, (tx) => changeSettings(tx, changes, 'Because.'));

const acts = (ctx: TestCtx) =>
  forSite(ctx, 'moderation_act')
    .where('act', '=', 'setting.change')
    .where('user_id', '=', ctx.viewer.userId)
    .orderBy('act_id')
    .select(['act_id', 'subject_kind', 'before', 'after', 'reason', 'undoes'])
    .execute();

const undo = async (ctx: TestCtx, actId: number) =>
  (await Uploader.of(ctx)).ask('POST', '/moderation/undo', {
    form: new URLSearchParams({ site: ctx.site.code, actId: `${actId}`, Reason: 'A mistake.' }),
  });

test('a change is recorded with what it was and why; the same again is not', async () => {
  const admin = await crew(Level.administrator);
  expect(await change(admin, { Banner: 'Hello', UploadsPerDay: null })).toEqual({ Changed: ['Banner'] });
  expect(await change(admin, { Banner: 'Hello' })).toEqual({ Changed: [] });
  expect(await acts(admin)).toEqual([
    expect.objectContaining({
      subject_kind: 'edition',
      before: { Banner: '' },
      after: { Banner: 'Hello' },
      reason: 'Because.',
    }),
  ]);
});

test('a change is undone in one act, and the undo as well', async () => {
  const admin = await crew(Level.administrator, 'tmn');
  await change(admin, { BadWords: ['spam', 'scam'], ReadOnly: true });
  const [changed] = await acts(admin);
  const back = await undo(admin, changed?.act_id ?? 0);
  expect(back.status).toBe(200);
  expect(admin.switches.of('tmn')).toMatchObject({ badWords: [], readOnly: false });
  const again = await undo(admin, back.json<{ ActId: number }>().ActId);
  expect(again.status).toBe(200);
  expect(admin.switches.of('tmn')).toMatchObject({ badWords: ['spam', 'scam'], readOnly: true });
  expect((await acts(admin)).map(({ undoes }) => undoes !== null)).toEqual([false, true, true]);
});

test('a setting that was changed again since is not set back', async () => {
  const admin = await crew(Level.administrator, 'tmo');
  await change(admin, { Banner: 'One' });
  await change(admin, { Banner: 'Two' });
  const [first] = await acts(admin);
  expect(await undo(admin, first?.act_id ?? 0)).toMatchObject({
    status: 409,
    problem: { detail: expect.stringContaining('changed again since') },
  });
  expect(admin.switches.of('tmo').banner).toBe('Two');
});

test('a site leader undoes what site leaders may set, and a moderator nothing', async () => {
  const admin = await crew(Level.administrator, 'tms');
  await change(admin, { Banner: 'One' });
  await change(admin, { ReadOnly: true });
  const [banner, readOnly] = (await acts(admin)).map(({ act_id }) => act_id);
  const roles = {
    moderator: await crew(Level.moderator, 'tms'),
    leader: await crew(Level.siteLeader, 'tms'),
  };
  const { switches } = admin;
  const status = async (role: keyof typeof roles, actId = 0) =>
    (await undo({ ...roles[role], switches }, actId)).status;
  expect(await status('moderator', banner)).toBe(403);
  expect(await status('leader', readOnly)).toBe(403);
  expect(await status('leader', banner)).toBe(200);
  expect(switches.of('tms')).toMatchObject({ banner: '', readOnly: true });
});

test('the name of the site is a setting of each edition', async () => {
  const admin = await crew(Level.administrator, 'tms');
  await change(admin, { SiteName: 'Pit Lane' });
  const elsewhere = await testCtx({ db, site: 'tmn' });
  expect([fullName(admin), fullName(elsewhere)]).toEqual([
    `Pit Lane ${admin.site.name}`,
    `Paddock ${elsewhere.site.name}`,
  ]);
});
