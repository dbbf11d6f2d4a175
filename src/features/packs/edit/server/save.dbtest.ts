import { beforeEach, describe, expect, test } from 'vitest';
import { PackTrackStatus } from '#lib/codes/pack.ts';
import { inTransaction } from '#platform/ctx.ts';
import { visitor } from '#platform/viewer.ts';
import { seenFrom } from '#testing/ctx.ts';
import { makeLeaderboardRow, makePack, makePackTrack } from '#testing/make-lists.ts';
import { createsPack, managerFields, packIdIn, packWorld } from '#testing/packs.ts';
import { loggedChanges, Person } from '#testing/track-people.ts';
import { asMember, makeTrack } from '#testing/tracks.ts';
import { Uploader } from '#testing/uploader.ts';
import { sameNameMs } from '../settings.ts';
import { packEditForm } from './form-pages.ts';
import { importPack } from './import.ts';

const { world, db, anybody, people, packRow, packsOf, fieldsOf } = await packWorld({ editions: 'all' });
let ann: Person;
let ben: Person;
let mo: Person;
beforeEach(async () => {
  ({ ann, ben, mo } = await people());
});

type Form = Record<string, string | readonly string[]>;
const managers = (packId: number) =>
  db
    .selectFrom('pack_manager')
    .where('site', '=', 'tmnf')
    .where('pack_id', '=', packId)
    .orderBy('user_id')
    .select(['user_id', 'role'])
    .execute();

describe('creating', () => {
  test('stores what was entered, counts the pack and notifies the managers', async () => {
    const packId = await createsPack(ann, {
      PackName: ' $f00Night Cup ',
      Description: 'One\r\nround.',
      Visibility: 'unreleased',
      AllowsTrackSubmissions: ['false', 'true'],
      SubmissionsPerUser: '3',
      HasLeaderboard: 'false',
      ...managerFields(0, ben, ' jury '),
    });
    expect(await packRow(packId)).toMatchObject({
      owner_id: ann.userId,
      name: '$f00Night Cup',
      description: 'One\nround.',
      is_public: true,
      map_list_released: false,
      allows_submissions: true,
      submissions_per_user: 3,
      has_leaderboard: false,
    });
    expect(await managers(packId)).toEqual([{ user_id: ben.userId, role: 'jury' }]);
    expect(await ben.notices()).toEqual([
      {
        kind: 'pack.manager',
        text: `${ann.name} made you a manager of “Night Cup”.`,
        link: `/trackpackshow/${packId}`,
      },
    ]);
    expect(await packsOf(ann)).toBe(1);
  });

  test('a copied pack has the positions of its source, also where it leaves some out', async () => {
    const { approved, pending } = PackTrackStatus;
    const entries = [
      [approved, 2],
      [approved, 5],
      [pending, null],
      [approved, null],
    ] as const;
    const tracks = [];
    for (const [status, position] of entries)
      tracks.push({ trackId: await makeTrack(ann.ctx), status, position });
    const copied = {
      id: 900,
      ownerId: ann.userId,
      managers: [],
      name: 'Copied',
      description: null,
      tracks,
      allowsSubmissions: false,
      isLegacy: false,
      hasLeaderboard: false,
      isListReleased: true,
      downloads: 0,
      createdAt: world.clock.now(),
      updatedAt: world.clock.now(),
    };
    const packId = await inTransaction(ann.ctx, (tx) => importPack(tx, copied, null));
    const rows = await db
      .selectFrom('pack_track')
      .where('site', '=', 'tmnf')
      .where('pack_id', '=', packId)
      .orderBy('track_id')
      .select('position')
      .execute();
    expect(rows.map(({ position }) => position)).toEqual([2, 5, null, 6]);
  });

  test.each<[string, Record<string, string>, string, string]>([
    ['no name', { PackName: '' }, 'PackName: A name is required.', 'PackName'],
    ['a name of codes', { PackName: '$f00$o' }, 'PackName: A name is required.', 'PackName'],
    ['1 character', { PackName: 'a' }, 'PackName: The name has to be min. 2 characters long.', 'PackName'],
    ['51 characters', { PackName: 'x'.repeat(51) }, 'PackName: max. 50 characters long.', 'PackName'],
    [
      'an invisible name',
      { PackName: 'ab\u200b' },
      'PackName: The name cannot contain the invisible character U+200B (zero width space).',
      'PackName',
    ],
    [
      'a long description',
      { Description: 'x'.repeat(10_001) },
      'Description: max. 10000 characters long.',
      'Description',
    ],
    [
      'an unknown visibility',
      { Visibility: 'secret' },
      'Visibility: must be public, unreleased or hidden.',
      'Visibility',
    ],
    ...['0', '51', 'x', '2.5', ''].map(
      (number) =>
        [
          `${number || 'nothing'} per user`,
          { SubmissionsPerUser: number },
          'SubmissionsPerUser: must be a whole number from 1 to 50.',
          'SubmissionsPerUser',
        ] as [string, Record<string, string>, string, string],
    ),
    [
      'another environment',
      { Environments: '1' },
      'Environments: choose environments of this edition.',
      'Environments',
    ],
    [
      'an unknown manager',
      { 'Managers[0].UserId': '999999' },
      'Managers: No player has exactly this name.',
      'Managers',
    ],
    [
      'a manager by a wrong name',
      { 'Managers[0].Name': 'Nobody' },
      'Managers: “Nobody”: No player has exactly this name.',
      'Managers',
    ],
  ])('refuses %s', async (_, form, detail, field) => {
    const { status, problem } = await ann.post('/trackpackcreate', { PackName: 'Cup', ...form });
    expect([status, problem?.detail, problem?.field]).toEqual([422, detail, field]);
  });

  test('accepts the limits', async () => {
    for (const [letter, SubmissionsPerUser] of [
      ['x', '1'],
      ['y', '50'],
    ] as const) {
      const PackName = `$f00${letter.repeat(50)}`;
      await createsPack(ann, { PackName, Description: 'é'.repeat(10_000), SubmissionsPerUser });
    }
    await createsPack(ann, { PackName: 'ab' });
  });

  test('the owner, duplicates and an eleventh manager are refused', async () => {
    const detail = async (form: Form) =>
      (await ann.post('/trackpackcreate', { PackName: 'Cup', ...form })).problem?.detail;
    expect(await detail(managerFields(0, ann))).toBe('Managers: The owner is already listed.');
    expect(await detail({ ...managerFields(0, ben), ...managerFields(1, ben) })).toBe(
      'Managers: User is already listed as manager.',
    );
    const eleven = await Promise.all(Array.from({ length: 11 }, () => Person.of(world)));
    const ten = Object.assign({}, ...eleven.slice(0, 10).map((one, index) => managerFields(index, one)));
    expect(await detail({ ...ten, ...managerFields(10, eleven[10] as Person) })).toBe(
      'Managers: Maximum of 10 managers exceeded.',
    );
    expect(await managers(await createsPack(ann, ten))).toHaveLength(10);
  });

  test('a form that is sent ten times at once creates one pack, to which the refusals lead', async () => {
    const form = { PackName: '$f00Night Cup' };
    const answers = await Promise.all(Array.from({ length: 10 }, () => ann.post('/trackpackcreate', form)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)]);
    const created = answers.filter(({ status }) => status === 200).map(packIdIn);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.problem).toMatchObject({
      detail:
        'PackName: You’ve just created the trackpack “Night Cup”. Choose another name to create a second one.',
      field: 'PackName',
      link: `/trackpackshow/${created[0]}`,
    });
    expect(await packsOf(ann)).toBe(1);
  });

  test('the name of a pack is free for others, after ten minutes, and after the pack is deleted', async () => {
    const PackName = 'Night Cup';
    const create = async (who: Person) => (await who.post('/trackpackcreate', { PackName })).status;
    await createsPack(ann, { PackName });
    expect(await create(ben)).toBe(200);
    world.clock.forward({ seconds: sameNameMs / 1000 - 1 });
    expect(await create(ann)).toBe(409);
    world.clock.forward({ seconds: 1 });
    const second = packIdIn(await ann.post('/trackpackcreate', { PackName }));
    expect(await create(ann)).toBe(409);
    expect((await ann.post(`/trackpackdelete/${second}`)).status).toBe(200);
    expect(await create(ann)).toBe(200);
  });

  test('visitors must sign in, and thirty packs an hour are the limit', async () => {
    expect((await anybody.ask('POST', '/trackpackcreate')).status).toBe(401);
    for (let pack = 0; pack < 30; pack++) await createsPack(ann, { PackName: `Tour ${pack}` });
    expect((await ann.post('/trackpackcreate', { PackName: 'Cup' })).status).toBe(429);
  });
});

describe('editing', () => {
  test('a field that was not sent does not change; managers edit texts, only the owner changes managers and visibility', async () => {
    const packId = await createsPack(ann, { Description: 'One.', ...managerFields(0, ben, 'jury') });
    const path = `/trackpackedit/${packId}`;
    expect((await ben.post(path, { PackName: 'By Ben' })).status).toBe(200);
    expect(await packRow(packId)).toMatchObject({ name: 'By Ben', description: 'One.', settings_version: 2 });
    const decision = 'Only the owner can change this pack’s managers and visibility.';
    for (const form of [{ Visibility: 'hidden' }, { Managers: '0' }, managerFields(0, ben, 'boss')])
      expect((await ben.post(path, form)).problem?.detail).toBe(decision);
    expect((await ben.post(path, managerFields(0, ben, 'jury'))).status).toBe(200); // nothing changes
    const cy = await Person.of(world);
    expect((await cy.post(path, { PackName: 'Mine' })).problem?.detail).toBe(
      'Only its managers can edit this trackpack.',
    );
    expect((await anybody.ask('POST', path)).status).toBe(401);
    expect((await ann.post(path, { 'Managers[0].Name': cy.name, RemoveManager: '1' })).status).toBe(200);
    expect(await managers(packId)).toEqual([{ user_id: cy.userId, role: '' }]);
    expect(await cy.kinds()).toEqual(['pack.manager']);
  });

  test('the second of two editors is refused, sees what is stored, and loses nothing', async () => {
    const packId = await createsPack(ann, managerFields(0, ben));
    const path = `/trackpackedit/${packId}`;
    expect((await ben.post(path, { PackName: 'Ben was here', Version: '1' })).status).toBe(200);
    const typed = { PackName: 'Ann was here', Description: 'Long text', Version: '1' };
    const refused = await ann.post(path, typed);
    expect([refused.status, refused.problem?.field]).toEqual([409, 'Version']);
    expect(refused.problem?.detail).toContain('this pack changed while you were editing');
    const page = await packEditForm(ann.ctx, String(packId), new URLSearchParams(typed));
    expect(page.settings).toMatchObject({ PackName: 'Ann was here', Description: 'Long text' });
    expect(page.changes).toEqual([
      { field: 'Name', stored: 'Ben was here' },
      { field: 'Description', stored: '(No text defined)' },
    ]);
    expect(page.pack?.version).toBe(2);
    expect((await ann.post(path, { ...typed, Version: '2' })).status).toBe(200);
  });

  test('a moderator gives a reason, which is logged and sent to the owner', async () => {
    const packId = await createsPack(ann);
    const path = `/trackpackedit/${packId}`;
    expect((await mo.post(path, { PackName: 'Calm' })).problem?.field).toBe('Reason');
    const form = { PackName: 'Calm', Visibility: 'hidden', ...managerFields(0, ben, 'jury') };
    expect((await mo.post(path, { ...form, Reason: 'Rude name.' })).status).toBe(200);
    expect(await loggedChanges(world, 'pack', packId)).toEqual([
      {
        act: 'pack.edit',
        before: { Name: 'Evening Tour', Visibility: 'Public', Managers: [], ManagerRoles: [] },
        after: { Name: 'Calm', Visibility: 'Hidden', Managers: [ben.userId], ManagerRoles: ['jury'] },
      },
    ]);
    expect(await ann.notices()).toMatchObject([
      { kind: 'pack.moderated', text: 'A moderator changed “Calm”. Reason: Rude name.' },
    ]);
  });

  test('a legacy pack is read-only, also for moderators; only they may delete it', async () => {
    const packId = await makePack(world, { ownerId: ann.userId, name: 'Old', isLegacy: true });
    const detail = 'This is a legacy trackpack, so it can’t be changed.';
    for (const person of [ann, mo])
      expect(
        (await person.post(`/trackpackedit/${packId}`, { PackName: 'New', Reason: 'x' })).problem?.detail,
      ).toBe(detail);
    expect((await ann.post(`/trackpackdelete/${packId}`)).problem?.detail).toBe(detail);
    expect((await mo.post(`/trackpackdelete/${packId}`, { Reason: 'Stolen.' })).status).toBe(200);
  });

  test('a pack that becomes visible is active; the counters of its owner are updated', async () => {
    const packId = await createsPack(ann, { Visibility: 'hidden' });
    expect(await packsOf(ann)).toBe(0);
    world.clock.forward({ hours: 1 });
    await ann.post(`/trackpackedit/${packId}`, { Description: 'Soon.' });
    expect((await packRow(packId))?.activity_at).not.toEqual(world.clock.now());
    await ann.post(`/trackpackedit/${packId}`, { Visibility: 'public' });
    expect(await packRow(packId)).toMatchObject({ is_public: true, map_list_released: true });
    expect((await packRow(packId))?.activity_at).toEqual(world.clock.now());
    expect(await packsOf(ann)).toBe(1);
  });

  test('the environments of a pack are the announced ones and those of its tracks', async () => {
    const early = seenFrom(world, { site: 'tms', viewer: visitor });
    const author = await asMember(early);
    const http = await Uploader.of(author);
    const form = new URLSearchParams([
      ['PackName', 'Sea'],
      ['Environments', '6'],
      ['Environments', '4'],
    ]);
    const packId = packIdIn(await http.ask('POST', '/trackpackcreate', { form }));
    const environments = async () =>
      (await http.ask('GET', `/api/trackpacks?id=${packId}&fields=Environments`)).json<{
        Results: { Environments: number[] }[];
      }>().Results[0]?.Environments;
    expect(await environments()).toEqual([4, 6]);
    await makePackTrack(author, {
      packId,
      trackId: await makeTrack(author),
      addedBy: author.viewer.userId,
    });
    const cleared = new URLSearchParams([
      ['Environments', ''],
      ['Environments', '4'],
    ]);
    expect((await http.ask('POST', `/trackpackedit/${packId}`, { form: cleared })).status).toBe(200);
    expect(await environments()).toEqual([4, 7]);
  });
});

test('without a leaderboard nobody sees one, and nothing is lost when it is switched on again', async () => {
  const packId = await createsPack(ann);
  await makeLeaderboardRow(world, { board: packId, userId: ben.userId, score: 5 });
  const seen = async () => ({
    ...(await fieldsOf(ben, packId, 'TopLB.Score,UserLB.Score')),
    rows: (await mo.get(`/api/leaderboards?lbid=${packId}&fields=Position`)).json<{ Results: unknown[] }>()
      .Results.length,
  });
  expect(await seen()).toEqual({ TopLB: { Score: 5 }, UserLB: { Score: 5 }, rows: 1 });
  await ann.post(`/trackpackedit/${packId}`, { HasLeaderboard: 'false' });
  expect(await seen()).toEqual({ TopLB: null, UserLB: null, rows: 0 });
  await ann.post(`/trackpackedit/${packId}`, { HasLeaderboard: 'true' });
  expect(await seen()).toMatchObject({ rows: 1 });
});
