import { beforeEach, expect, test } from 'vitest';
import { PackTrackStatus } from '#lib/codes/pack.ts';
import type { Answer } from '#ui/api.ts';
import type { PackEntries, PackEntry } from '../entries.ts';
import { ManagerStore, type StepAnswer } from './manager-store.ts';
import { afterStep, type Step } from './steps.ts';

const annId = 1;
const benId = 2;

const approvedTrack = (TrackId: number, index: number): PackEntry => ({
  TrackId,
  TrackName: `Track ${TrackId}`,
  Uploader: { UserId: 9, Name: 'Cy' },
  Status: PackTrackStatus.approved,
  Position: index + 1,
  Awards: 0,
  UploadedAt: '2026-01-01T00:00:00.000',
  AuthorTime: 41_230,
  AddedBy: { UserId: annId, Name: 'Ann' },
  AuthorTimeText: '00:41.23',
  AddedAt: '2026-01-01T00:00:00.000',
  IsPublic: true,
  IsListed: true,
  IsDeleted: false,
  IsVisible: true,
});

/** A server that applies steps like the real one; requests wait until the test answers them. */
class FakeServer {
  list: PackEntries = {
    Revision: 5,
    Undo: null,
    NeedsReason: false,
    Tracks: [11, 12, 13].map(approvedTrack),
  };
  readonly sent: string[] = [];
  isDown = false;
  readonly #waiting: (() => void)[] = [];

  send(step: Step, revision: number, reason: string): Promise<Answer<StepAnswer>> {
    this.sent.push([`${step.act} at ${revision}`, reason].filter(Boolean).join(', '));
    return new Promise((resolve) =>
      this.#waiting.push(() => {
        if (this.isDown) {
          const detail = 'Not saved.';
          return resolve({ ok: false, problem: { status: 0, title: '', detail, type: '' } });
        }
        if (step.act === 'remove' && !this.list.Tracks.some(({ TrackId }) => TrackId === step.trackId)) {
          const detail = 'This track is no longer in the trackpack.';
          return resolve({ ok: false, problem: { status: 404, title: '', detail, type: '' } });
        }
        this.change(step, annId, 'Ann');
        resolve({ ok: true, value: { Revision: this.list.Revision } });
      }),
    );
  }

  async load(revision: number): Promise<Answer<PackEntries | null>> {
    this.sent.push(`load after ${revision}`);
    if (this.isDown)
      return { ok: false, problem: { status: 0, title: '', detail: 'No connection.', type: '' } };
    return { ok: true, value: revision === this.list.Revision ? null : structuredClone(this.list) };
  }

  change(step: Step, ByUserId: number, ByName: string): void {
    const { Revision, Tracks } = this.list;
    const Undo = { Text: `${step.act}d a track`, ByUserId, ByName };
    this.list = { Revision: Revision + 1, Undo, NeedsReason: false, Tracks: [...afterStep(Tracks, step)] };
  }

  async answer(): Promise<void> {
    this.#waiting.shift()?.();
    await settled();
  }
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

let server: FakeServer;
let store: ManagerStore;
const order = () => store.$state.get().tracks.map(({ TrackId }) => TrackId);
const message = () => store.$state.get().message.text;
const row = (id: number) => approvedTrack(id, 0);

beforeEach(async () => {
  server = new FakeServer();
  store = new ManagerStore({ server, first: server.list, viewerId: annId });
  await store.refresh();
  server.sent.length = 0;
});

test('steps are shown at once and sent one at a time in order', async () => {
  store.moveTo(row(11), 'Eleven', 3);
  void store.take({ act: 'remove', trackId: 12 }, 'Removed.');
  expect(order()).toEqual([13, 11]);
  expect(server.sent).toEqual(['move at 5']);
  await server.answer();
  expect(server.sent).toEqual(['move at 5', 'remove at 6']);
  await server.answer();
  expect(server.sent).toEqual(['move at 5', 'remove at 6', 'load after 5']);
  expect(order()).toEqual([13, 11]);
  expect(store.$state.get()).toMatchObject({ steps: [], list: { Revision: 7, Undo: { ByName: 'Ann' } } });
  expect(message()).toBe('Removed.');
});

test('a refused step is taken back and its reason shown; the steps after it stay', async () => {
  server.list = {
    ...server.list,
    Revision: 6,
    Tracks: server.list.Tracks.filter((one) => one.TrackId !== 12),
  };
  void store.take({ act: 'remove', trackId: 12 }, 'Removed.');
  store.moveTo(row(13), 'Thirteen', 1);
  expect(order()).toEqual([13, 11]);
  await server.answer();
  expect(order()).toEqual([13, 11, 12]);
  expect(store.$state.get().message).toEqual({
    text: 'This track is no longer in the trackpack.',
    isBad: true,
  });
  await server.answer();
  expect(order()).toEqual([13, 11]);
});

test("a moderator's step needs a reason", async () => {
  server.list = { ...server.list, Revision: 6, NeedsReason: true };
  await store.refresh();
  server.sent.length = 0;
  expect(await store.take({ act: 'remove', trackId: 11 }, 'Removed.')).toMatchObject({ ok: false });
  expect(message()).toBe('Enter your reason first: you’re editing as a moderator.');
  store.giveReason(' Broken. ');
  void store.take({ act: 'remove', trackId: 11 }, 'Removed.');
  expect(server.sent).toEqual(['remove at 6, Broken.']);
});

test("another manager's change is shown and named", async () => {
  server.change({ act: 'remove', trackId: 11 }, benId, 'Ben');
  await store.refresh();
  expect(order()).toEqual([12, 13]);
  expect(message()).toBe('Ben changed this list: removed a track.');
  await store.refresh();
  expect(server.sent.at(-1)).toBe('load after 6');
});

test('nothing moves while the user holds a row; then its new neighbour decides the position', async () => {
  store.hold();
  server.change({ act: 'remove', trackId: 11 }, benId, 'Ben');
  await store.refresh();
  expect(order()).toEqual([11, 12, 13]);
  store.drop(row(13), 'Thirteen', 12);
  expect(order()).toEqual([13, 12]);
  expect(message()).toBe('Thirteen moved to position 1 of 2.');
  await server.answer();
  expect(server.list.Tracks.map(({ TrackId }) => TrackId)).toEqual([13, 12]);
});

test('a change between two of our own is announced, and the list of the server wins', async () => {
  store.moveTo(row(11), 'Eleven', 2);
  server.change({ act: 'remove', trackId: 13 }, benId, 'Ben');
  await server.answer();
  expect(order()).toEqual([12, 11]);
  expect(message()).toBe('Another manager changed this list at the same time. It now shows both changes.');
});

test('a lost connection is named until the list can be loaded again', async () => {
  server.isDown = true;
  await store.refresh();
  expect(store.$state.get().message).toEqual({ text: 'No connection.', isBad: true });
  server.isDown = false;
  await store.refresh();
  expect(message()).toBe('');
});

test('without a connection, the reason why a step was not saved stays, also when the list is loaded again', async () => {
  server.isDown = true;
  store.moveTo(row(11), 'Eleven', 3);
  await server.answer();
  expect(order()).toEqual([11, 12, 13]);
  expect(store.$state.get().message).toEqual({ text: 'Not saved.', isBad: true });
  await store.refresh();
  expect(message()).toBe('Not saved.');
  server.isDown = false;
  await store.refresh();
  expect(message()).toBe('Not saved.');
  store.moveTo(row(11), 'Eleven', 3);
  await server.answer();
  expect(message()).toBe('Eleven moved to position 3 of 3.');
});

test('a list that is older than a confirmed step is ignored', async () => {
  const late = store.refresh();
  store.moveTo(row(11), 'Eleven', 2);
  await server.answer();
  await late;
  expect(order()).toEqual([12, 11, 13]);
});

test('the keyboard undoes only own steps, the button also those of others', async () => {
  store.undo(true);
  expect(message()).toBe('There’s nothing to undo.');
  store.moveTo(row(11), 'Eleven', 2);
  store.undo(true);
  await server.answer();
  expect(server.sent).toEqual(['move at 5', 'undo at 6']);
  await server.answer();
  server.change({ act: 'remove', trackId: 11 }, benId, 'Ben');
  await store.refresh();
  store.undo(true);
  expect(message()).toBe('The last change is by Ben. Use the Undo button to undo it.');
  store.undo(false);
  expect(server.sent.at(-1)).toBe('undo at 8');
});
