import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { no, yes } from '#lib/rules/verdict.ts';
import type { Ctx } from '#platform/context.ts';
import { DiskBlobStore } from '#platform/files/disk.ts';
import type { MemoryBlobStore } from '#platform/files/memory.ts';
import { action } from '#platform/http/action.ts';
import type { SentFile } from '#platform/http/multipart.ts';
import { notFound, Problem, signedOut } from '#platform/http/problem.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { json } from '#platform/http/send.ts';
import { visitor } from '#platform/viewer.ts';
import { seenFrom, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { asMember } from '#testing/tracks.ts';
import { Uploader } from '#testing/uploader.ts';
import { formBounds } from './bounds.ts';
import { fileAction } from './file-action.ts';
import { receiveFile } from './received-file.ts';

const { db } = await testDb();
const folder = mkdtempSync(join(tmpdir(), 'file-action-'));
const disk = await DiskBlobStore.open(folder, new Date());
const world = {
  ...(await testCtx({ db, site: 'tmnf' })),
  files: disk as unknown as MemoryBlobStore, // the same interface, on a disk
};
afterAll(() => rmSync(folder, { recursive: true }));

const inTempFolder = () => readdirSync(disk.tempFolder).length;
const mostBytes = 100_000;
const limits = {
  files: 3,
  fileBytes: mostBytes,
  fields: 10,
  fieldBytes: 1000,
  textBytes: 1000,
  formBytes: 10 * mostBytes,
};

/** What `run` has got, in each call. */
const runs: object[] = [];

const usual = {
  touches: 'edition',
  limits,
  receive: (ctx: Pick<Ctx, 'files'>, file: SentFile) =>
    receiveFile(ctx, file, {
      bytes: mostBytes,
      tooLarge: (name) => new Problem(413, `${name}: too large.`, { field: file.field }),
    }),
} as const;

const album = fileAction({
  ...usual,
  subject(_, { params }) {
    if (params.id === '404') throw notFound('This album');
    return { albumId: Number(params.id) };
  },
  allow: (_, { subject }) => (subject.albumId === 403 ? no('Not this album.') : yes),
  form: ({ params }) => `/album/${params.id}`,
  async run(_, { subject, fields, files }) {
    runs.push({ ...subject, names: files.map(({ fileName }) => fileName), temporary: inTempFolder() });
    const text = fields.get('Text');
    if (text === 'refused') throw new Problem(422, 'Text: not this.', { field: 'Text' });
    if (text === 'bug') throw new Error('broken');
    return { AlbumId: subject.albumId };
  },
  next: ({ AlbumId }, { files }) => `/album/${AlbumId}?added=${files.length}`,
});

const mine = { ...usual, allow: () => yes, form: null, run: async () => ({ Done: true }) };
const table: RouteTable = {
  'POST /album/:id': album,
  'POST /program': fileAction(mine),
  'POST /results': fileAction({
    ...mine,
    reply: (output, { fields }) => json({ output, sent: fields.size }, 207),
  }),
  // more than half of what an account may send at the same time
  'POST /wide': fileAction({
    ...mine,
    limits: { ...limits, formBytes: formBounds.concurrentBytes * 0.6 },
    run: async (_, { fields }) => {
      const text = fields.get('Text');
      if (text === 'refused') throw new Problem(422, 'Text: not this.');
      return { another: text === 'with another' ? await wide('typed') : null };
    },
  }),
  'POST /users': fileAction({
    ...mine,
    allow: ({ viewer }) => (viewer.accountId === null ? no('Users only.') : yes),
  }),
  'POST /quiet': fileAction({ ...mine, whileMuted: 'allowed' }),
  'POST /each': fileAction({
    ...mine,
    receive: (ctx, file) => usual.receive(ctx, file).catch(() => ({ blob: null })),
    run: async (_, { files }) => ({ Received: files.map(({ blob }) => blob?.sizeBytes ?? null) }),
  }),
  'POST /plain': fileAction({
    ...mine,
    plain: action({
      touches: 'edition',
      input: z.object({}),
      allow: () => yes,
      run: async () => ({ Plain: true }),
    }),
  }),
};

let ann: Uploader;
beforeEach(async () => {
  runs.length = 0;
  world.clock.forward({ hours: 2 });
  ann = await Uploader.of(await asMember(world), table);
});

const browser = { accept: 'text/html' };

/** A form with a text and files of these sizes. */
function formOf(sizes: readonly number[], text = 'typed'): FormData {
  const form = new FormData();
  form.append('Text', text);
  for (const [index, bytes] of sizes.entries())
    form.append('File', new File([new Uint8Array(bytes)], `${index}\u200b.png`));
  return form;
}

const send = (path: string, form: FormData | URLSearchParams, options: object = {}, sender = ann) =>
  sender.ask('POST', path, { form, ...options });

/** Sends a form of unknown length, for which its limit is reserved. */
async function wide(text: string): Promise<object> {
  const { status, problem, ...answer } = await send('/wide', formOf([10], text), { announced: false });
  return problem ? { status: problem.status } : { status, ...answer.json<object>() };
}

test('the files are there while the write runs, and gone afterwards; scripts get JSON, browsers are redirected', async () => {
  const script = await send('/album/7', formOf([10, mostBytes]));
  expect([script.status, script.json()]).toEqual([200, { AlbumId: 7 }]);
  const person = await send('/album/8', formOf([20]), { headers: browser });
  expect([person.status, person.headers.location]).toEqual([303, '/album/8?added=1']);
  expect(runs).toEqual([
    { albumId: 7, names: ['0.png', '1.png'], temporary: 2 },
    { albumId: 8, names: ['0.png'], temporary: 1 },
  ]);
  expect(inTempFolder()).toBe(0);
});

test.each([
  ['by the rule', '/album/403', 403, 'Not this album.'],
  ['because the subject is unknown', '/album/404', 404, 'This album was not found.'],
])('a form refused %s is not read: neither its token nor its files', async (_, path, status, detail) => {
  const putTemp = vi.spyOn(disk, 'putTemp');
  for (const accept of ['application/json', 'text/html']) {
    const answer = await send(path, formOf([10]), { token: null, headers: { accept }, breaksAfter: 0 });
    expect(answer.problem).toMatchObject({ status, detail });
  }
  expect([putTemp.mock.calls.length, runs]).toEqual([0, []]);
  putTemp.mockRestore();
});

test('a visitor reads that they are signed out, whatever the reason of the rule', async () => {
  const anybody = await Uploader.of(seenFrom(world, { viewer: visitor }), table);
  const { problem } = await send('/users', formOf([10]), { breaksAfter: 0 }, anybody);
  expect(problem).toMatchObject({ status: 401, detail: signedOut });
});

test('a write that fails leaves no file; a browser gets its form again with what was typed', async () => {
  const script = await send('/album/7', formOf([10, 20], 'refused'));
  expect(script.problem).toMatchObject({ status: 422, detail: 'Text: not this.' });
  const { status, page } = await send('/album/7', formOf([10], 'refused'), { headers: browser });
  expect([status, page?.path, page?.form?.values.get('Text')]).toEqual([422, '/album/7', 'refused']);
  await expect(send('/album/7', formOf([10], 'bug'))).rejects.toThrow('broken');
  expect([runs.length, inTempFolder()]).toEqual([3, 0]);
});

test('a connection that breaks within a file leaves no file', async () => {
  const broken = { chunkBytes: 1000, breaksAfter: 15_000 };
  const { problem } = await send('/album/7', formOf([10_000, 50_000]), broken);
  expect(problem).toMatchObject({ status: 400, detail: 'The form ended before it was complete.' });
  expect([runs, inTempFolder()]).toEqual([[], 0]);
});

test('a file that is one byte too large refuses the form, and the files before it are discarded', async () => {
  const { problem } = await send('/album/7', formOf([10, mostBytes + 1]));
  expect(problem).toMatchObject({ status: 413, detail: '1.png: too large.', field: 'File' });
  expect([runs, inTempFolder()]).toEqual([[], 0]);
});

test('a file that is refused alone does not refuse the form', async () => {
  const answer = await send('/each', formOf([10, mostBytes + 1, 20]));
  expect([answer.json(), inTempFolder()]).toEqual([{ Received: [10, null, 20] }, 0]);
});

test('without `next` a browser gets JSON, too; `reply` makes the whole reply', async () => {
  const person = await send('/program', formOf([10]), { headers: browser });
  expect([person.status, person.json()]).toEqual([200, { Done: true }]);
  const results = await send('/results', formOf([10]), { headers: browser });
  expect([results.status, results.json()]).toEqual([207, { output: { Done: true }, sent: 2 }]);
  expect(inTempFolder()).toBe(0);
});

test('what an account may send at the same time is free again after each form, also a refused one', async () => {
  expect(await wide('with another')).toEqual({ status: 200, another: { status: 429 } });
  expect(await wide('refused')).toEqual({ status: 422 });
  expect(await wide('typed')).toEqual({ status: 200, another: null });
});

test('a form that is not multipart has no files, or is handled by the plain endpoint', async () => {
  const form = new URLSearchParams({ Text: 'typed' });
  expect((await send('/album/7', form)).json()).toEqual({ AlbumId: 7 });
  expect(runs).toEqual([{ albumId: 7, names: [], temporary: 0 }]);
  expect((await send('/plain', form)).json()).toEqual({ Plain: true });
  expect((await send('/plain', formOf([10]))).json()).toEqual({ Done: true });
});

test('muted users are refused before a file is received, unless the write is allowed to them', async () => {
  const mutedUntil = new Date(world.clock.now().getTime() + 86_400_000);
  const { viewer } = await asMember(world);
  const muted = await Uploader.of(seenFrom(world, { viewer: { ...viewer, mutedUntil } }), table);
  const putTemp = vi.spyOn(disk, 'putTemp');
  for (const form of [formOf([10]), new URLSearchParams({ Text: 'typed' })])
    expect((await send('/program', form, {}, muted)).problem?.status).toBe(403);
  expect(putTemp).not.toHaveBeenCalled();
  putTemp.mockRestore();
  expect((await send('/quiet', formOf([10]), {}, muted)).status).toBe(200);
});
