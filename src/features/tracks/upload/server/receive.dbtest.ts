import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { tokenField, tokenHeader } from '#platform/anti-forgery.ts';
import { DiskBlobStore } from '#platform/files/disk.ts';
import type { MemoryBlobStore } from '#platform/files/memory.ts';
import { limits } from '#platform/rate-limits.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { pngOf } from '#testing/pictures.ts';
import { asMember, trackFile } from '#testing/tracks.ts';
import { entry, Uploader } from '#testing/uploader.ts';

// megabytes in small pieces, possibly on a busy machine
vi.setConfig({ testTimeout: 60_000 });

const { db } = await testDb({ max: 10 });
const folder = mkdtempSync(join(tmpdir(), 'received-'));
const disk = await DiskBlobStore.open(folder, new Date());
const world = {
  ...(await testCtx({ db, site: 'tmnf' })),
  files: disk as unknown as MemoryBlobStore, // the same interface, on a disk
};
afterAll(() => rmSync(folder, { recursive: true }));

let ann: Uploader;
beforeEach(async () => {
  world.clock.forward({ hours: 2 });
  ann = await Uploader.of(await asMember(world));
});

const temporaryFiles = () => readdirSync(disk.tempFolder);
const mebibyte = 1024 * 1024;
const sizedFile = (bytes: number, name = 'a.Challenge.Gbx') => new File([new Uint8Array(bytes)], name);

/** A track padded with zeros to this number of bytes. */
function paddedTrack(bytes: number, name = 'a.Challenge.Gbx'): File {
  const track = trackFile();
  return new File([new Uint8Array(track), new Uint8Array(bytes - track.length)], name);
}

/** The addresses that accept files, with a form for each that contains this file. */
const doors: [path: string, form: (file: File) => FormData][] = [
  ['/trackupload/analyse', (file) => formOf({ TrackFile: file })],
  ['/trackreplace/:id', (file) => formOf({ TrackFile: file })],
  [
    '/trackupload',
    (file) => formOf({ ...entry(0, { TrackName: 'One' }), 'TrackEntries[0].TrackFile': file }),
  ],
  ['/trackupload/screenshot', (file) => formOf({ ScreenshotFile: file })],
];

function formOf(fields: Record<string, string | Buffer | File>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value as string | File); // never a Buffer
  return form;
}

/** Publishes a track to replace if necessary, and returns the address. */
async function addressOf(path: string): Promise<string> {
  if (!path.includes(':id')) return path;
  const { results } = await ann.publish(entry(0, { TrackFile: trackFile() }));
  const [result] = results;
  if (!result || !('TrackId' in result)) throw new Error(`Not published: ${JSON.stringify(result)}`);
  return path.replace(':id', String(result.TrackId));
}

const reasonOf = ({ status, problem, body }: Awaited<ReturnType<Uploader['ask']>>) => ({
  status,
  detail: problem?.detail ?? (JSON.parse(body.toString()).detail as string),
});

// around the limit, and around every possible 64 KiB buffer between the end of the file and its reader
const excess = [-1, 0, 1, 60_000, 65_535, 65_536, 65_537, 131_071, 131_072, 131_073, mebibyte];

describe.each(doors.slice(0, 3))('%s', (path, form) => {
  test.each([
    ['at once', Number.POSITIVE_INFINITY],
    ['in chunks of a socket', 65_536],
    ['slowly', 9_999],
  ])('responds to files of all sizes around 1 MiB, sent %s', async (_, chunkBytes) => {
    const address = await addressOf(path);
    for (const more of excess) {
      const answer = await ann.ask('POST', address, { form: form(paddedTrack(mebibyte + more)), chunkBytes });
      const { status, detail } = reasonOf(answer);
      expect([more, status]).toEqual([more, more > 0 && path !== '/trackupload' ? 413 : 422]);
      expect(detail).toContain(
        more > 0
          ? 'a.Challenge.Gbx is too large: at most 1 MiB are accepted.'
          : 'there are extra bytes after its end',
      );
      expect(temporaryFiles()).toEqual([]);
    }
  });
});

test.each([[1], [60_000], [31 * mebibyte], [31 * mebibyte + 1]])(
  'a file %i bytes too large does not affect the others',
  async (more) => {
    const good = () => new File([new Uint8Array(trackFile())], 'good.Gbx');
    const form = formOf({
      ...entry(0, {}),
      'TrackEntries[0].TrackFile': good(),
      'TrackEntries[1].TrackFile': paddedTrack(mebibyte + more, 'large.Gbx'),
      ...entry(2, {}),
      'TrackEntries[2].TrackFile': good(),
    });
    const answer = await ann.ask('POST', '/trackupload', { form, chunkBytes: 65_536 });
    expect(answer.json<{ Results: object[] }>().Results).toMatchObject([
      { TrackName: 'Floodlight' },
      { Problem: { status: 413, file: 'large.Gbx', field: 'TrackEntries[1].TrackFile' } },
      { TrackName: 'Floodlight' },
    ]);
    expect(temporaryFiles()).toEqual([]);
  },
);

describe('a picture', () => {
  const most = 32 * mebibyte;
  test.each([
    [-1, 422, 'Pictures must be png, jpeg, bmp or webp files. The image has been removed.'],
    [0, 422, 'Pictures must be png, jpeg, bmp or webp files. The image has been removed.'],
    [1, 413, 'Too large (at most 32 MB). The image has been removed.'],
    [60_000, 413, 'Too large (at most 32 MB). The image has been removed.'],
  ])('of 32 MiB and %i bytes returns %i', async (more, status, reason) => {
    const form = formOf({ ScreenshotFile: sizedFile(most + more, 'a.png') });
    const answer = await ann.ask('POST', '/trackupload/screenshot', { form, chunkBytes: 65_536 });
    expect(reasonOf(answer)).toEqual({ status, detail: `a.png: ${reason}` });
    expect(temporaryFiles()).toEqual([]);
  });

  test('that is too large refuses only its own track', async () => {
    const form = formOf({
      ...entry(0, {}),
      'TrackEntries[0].TrackFile': new File([new Uint8Array(trackFile())], 'a.Gbx'),
      'TrackEntries[0].ScreenshotFiles[0].ScreenshotFile': sizedFile(most + 1, 'a.png'),
      ...entry(1, {}),
      'TrackEntries[1].TrackFile': new File([new Uint8Array(trackFile())], 'b.Gbx'),
      'TrackEntries[1].ScreenshotFiles[0].ScreenshotFile': new File(
        [new Uint8Array(await pngOf(500, 400))],
        'b.png',
      ),
    });
    const answer = await ann.ask('POST', '/trackupload', { form, chunkBytes: 65_536 });
    expect(answer.json<{ Results: object[] }>().Results).toMatchObject([
      { Problem: { status: 413, file: 'a.png' } },
      { TrackName: 'Floodlight' },
    ]);
    expect(temporaryFiles()).toEqual([]);
  });
});

describe.each(doors)('%s writes nothing to disk', (path, form) => {
  let address: string;
  beforeEach(async () => {
    address = await addressOf(path);
  });
  const sent = async (options: Parameters<Uploader['ask']>[2], late?: string) => {
    const putTemp = vi.spyOn(disk, 'putTemp');
    const whole = form(sizedFile(1000));
    if (late) whole.append(tokenField, late);
    const answer = await ann.ask('POST', address, { ...options, form: whole });
    const files = putTemp.mock.calls.length;
    putTemp.mockRestore();
    return { files, status: answer.status, field: answer.problem?.field, detail: answer.problem?.detail };
  };
  const before = 'The token of this form is missing: it must come before the first file, or as a header.';

  test('without a token, with a wrong one, or with one after the file', async () => {
    const token = ann.tokenHeader()[tokenHeader] ?? '';
    const refused = { files: 0, status: 400, field: tokenField };
    expect(await sent({ token: null })).toEqual({ ...refused, detail: before });
    expect(await sent({ token: null }, token)).toEqual({ ...refused, detail: before });
    expect(await sent({ token: 'wrong' })).toMatchObject(refused);
    expect(await sent({ token: null, headers: { [tokenHeader]: 'wrong' } })).toMatchObject(refused);
  });

  test('but it does with one in the header', async () => {
    expect(await sent({ token: null, headers: ann.tokenHeader() })).toMatchObject({ files: 1, status: 422 });
  });

  test('if the hourly limit of forms is exceeded', async () => {
    const sender = { subject: `account ${ann.ctx.viewer.accountId}` };
    const used = path.includes(':id') ? 1 : 0; // for the track to be replaced
    await world.limits.consume('upload-form', sender, limits['upload-form'].points - used - 1);
    expect(await sent({})).toMatchObject({ files: 1, status: 422 });
    expect(await sent({})).toMatchObject({ files: 0, status: 429 });
  });

  test('if the announced form is too large, or exceeds the hourly limit', async () => {
    const huge = { 'content-length': String(256 * mebibyte + 1) };
    expect(await sent({ headers: huge })).toMatchObject({ files: 0, status: 413 });
    const sender = { subject: `account ${ann.ctx.viewer.accountId}` };
    const left = 20; // KiB, minus those of the track to be replaced
    await world.limits.consume('upload-kib', sender, limits['upload-kib'].points - left);
    expect(await sent({ headers: { 'content-length': String(left * 1024 + 1) } })).toMatchObject({
      files: 0,
      status: 429,
      detail: expect.stringMatching(
        /^Files of at most 4 GiB are accepted from one account within an hour\. Try again in \d+ minutes\.$/,
      ),
    });
  });
});

test('a form without an announced size is counted when it has been received', async () => {
  const sender = { subject: `account ${ann.ctx.viewer.accountId}` };
  await world.limits.consume('upload-kib', sender, limits['upload-kib'].points - 15);
  const form = () => formOf({ TrackFile: sizedFile(10_000) });
  const send = () => ann.ask('POST', '/trackupload/analyse', { form: form(), announced: false });
  expect((await send()).status).toBe(422);
  expect((await send()).status).toBe(429);
  expect(temporaryFiles()).toEqual([]);
});

test('a browser with an expired token gets its form back with everything typed, and no file is written', async () => {
  const putTemp = vi.spyOn(disk, 'putTemp');
  const form = formOf({
    'TrackEntries[0].TrackFile': sizedFile(1000),
    'TrackEntries[0].AuthorComments': 'typed below the file',
  });
  const answer = await ann.ask('POST', '/trackupload', {
    form,
    token: 'stale',
    headers: { accept: 'text/html' },
  });
  expect([answer.status, answer.page?.path, putTemp.mock.calls.length]).toEqual([400, '/trackupload', 0]);
  expect(answer.page?.form?.values.get('TrackEntries[0].AuthorComments')).toBe('typed below the file');
  putTemp.mockRestore();
});

test.each([
  [200, 422],
  [201, 413],
])('a form with %i entries returns %i', async (count, status) => {
  const names = Array.from({ length: count }, (_, index) => [`TrackEntries[${index}].TrackName`, 'x']);
  const answer = await ann.publish(Object.fromEntries(names));
  expect(answer.status).toBe(status);
});

describe('on a full disk', () => {
  const detail = 'The server has no room left for files; nothing was saved. Try again later.';

  test.each(doors)('%s returns 507 and leaves nothing', async (path, form) => {
    const address = await addressOf(path);
    const good = path.endsWith('screenshot') ? await pngOf(500, 400) : trackFile();
    const probe = await open(join(folder, 'probe'), 'w');
    const handle: FileHandle = Object.getPrototypeOf(probe);
    await probe.close();
    // first the form fits but its results do not; then not even the form fits
    for (const fails of ['sync', 'writeFile'] as const) {
      const spy = vi.spyOn(handle, fails);
      spy.mockRejectedValue(Object.assign(new Error('full'), { code: 'ENOSPC' }));
      const file = new File([new Uint8Array(good)], 'a.Gbx');
      const answer = await ann.ask('POST', address, { form: form(file) });
      spy.mockRestore();
      expect(reasonOf(answer)).toEqual({ status: 507, detail });
      expect(temporaryFiles()).toEqual([]);
      expect(
        await db
          .selectFrom('upload')
          .where('site', '=', 'tmnf')
          .where('user_id', '=', ann.ctx.viewer.userId)
          .where('track_id', 'is', null)
          .selectAll()
          .execute(),
      ).toEqual([]);
    }
    expect(
      (await ann.ask('POST', address, { form: form(new File([new Uint8Array(good)], 'a.Gbx')) })).status,
    ).toBe(200);
  });
});
