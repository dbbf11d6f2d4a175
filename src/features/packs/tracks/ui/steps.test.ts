import { expect, test } from 'vitest';
import { PackTrackStatus } from '#lib/codes/pack.ts';
import type { PackEntry } from '../entries.ts';
import {
  afterStep,
  droppedAt,
  nearRows,
  positionAfterKey,
  type Step,
  typedPosition,
  withKnownRows,
} from './steps.ts';

const { pending, approved, rejected, retired } = PackTrackStatus;

const track = (TrackId: number, Status: PackTrackStatus, Position: number | null): PackEntry => ({
  TrackId,
  TrackName: `Track ${TrackId}`,
  Uploader: { UserId: 1, Name: 'Ann' },
  Status,
  Position,
  Awards: 0,
  UploadedAt: '2026-01-01T00:00:00.000',
  AuthorTime: 41_230,
  AddedBy: { UserId: 1, Name: 'Ann' },
  AuthorTimeText: '00:41.23',
  AddedAt: '2026-01-01T00:00:00.000',
  IsPublic: true,
  IsListed: true,
  IsDeleted: false,
  IsVisible: true,
});
const list = [
  track(11, approved, 1),
  track(12, approved, 2),
  track(13, approved, 3),
  track(21, pending, null),
  track(22, retired, null),
];
const shape = (tracks: readonly PackEntry[]) =>
  tracks.map(({ TrackId, Status, Position }) => `${TrackId}:${Position ?? `s${Status}`}`).join(' ');

test.each<[string, Step, string]>([
  ['first to last', { act: 'move', trackId: 11, position: 3 }, '12:1 13:2 11:3 21:s0 22:s4'],
  ['last to first', { act: 'move', trackId: 13, position: 1 }, '13:1 11:2 12:3 21:s0 22:s4'],
  ['beyond the end', { act: 'move', trackId: 11, position: 4 }, '12:1 13:2 11:3 21:s0 22:s4'],
  ['to its own position', { act: 'move', trackId: 12, position: 2 }, '11:1 12:2 13:3 21:s0 22:s4'],
  ['not approved', { act: 'move', trackId: 21, position: 1 }, '11:1 12:2 13:3 21:s0 22:s4'],
  ['no longer listed', { act: 'move', trackId: 99, position: 1 }, '11:1 12:2 13:3 21:s0 22:s4'],
  ['approve', { act: 'status', trackId: 21, status: approved }, '11:1 12:2 13:3 21:4 22:s4'],
  ['reject', { act: 'status', trackId: 11, status: rejected }, '12:1 13:2 21:s0 22:s4 11:s3'],
  ['same status', { act: 'status', trackId: 12, status: approved }, '11:1 12:2 13:3 21:s0 22:s4'],
  ['remove', { act: 'remove', trackId: 12 }, '11:1 13:2 21:s0 22:s4'],
  ['undo waits for the server', { act: 'undo' }, '11:1 12:2 13:3 21:s0 22:s4'],
])('%s', (_, step, after) => expect(shape(afterStep(list, step))).toBe(after));

test('rows that do not change keep their identity, in a step and in a newer list', () => {
  const moved = afterStep(list, { act: 'move', trackId: 11, position: 2 });
  expect(moved[2]).toBe(list[2]);
  expect(moved[0]).not.toBe(list[1]);
  const renamed = list.map((row) => ({ ...row, TrackName: row.TrackId === 12 ? 'New' : row.TrackName }));
  const merged = withKnownRows(renamed, list);
  expect(merged.map((row, index) => row === list[index])).toEqual([true, false, true, true, true]);
});

test.each<[trackId: number, beforeId: number | null, position: number]>([
  [11, 13, 2],
  [11, null, 3],
  [13, 11, 1],
  [12, 13, 2],
  [11, 21, 3], // the other row is no longer approved: the end
])('%i dropped in front of %s gets position %i', (trackId, beforeId, position) => {
  expect(droppedAt(list, trackId, beforeId)).toBe(position);
});

test.each([
  ['ArrowUp', 5, 4],
  ['ArrowUp', 1, 1],
  ['ArrowDown', 19, 20],
  ['ArrowDown', 20, 20],
  ['PageUp', 5, 1],
  ['PageDown', 5, 15],
  ['Home', 5, 1],
  ['End', 5, 20],
  ['a', 5, null],
])('%s at %i of 20 leads to %s', (key, from, to) => expect(positionAfterKey(key, from, 20)).toBe(to));

test.each([
  ['0', null],
  ['1', 1],
  [' 007 ', 7],
  ['-1', null],
  ['1.5', null],
  ['', null],
  ['999999999', 999_999_999],
  ['9999999999', null],
])('the typed position %j is %s', (text, position) => expect(typedPosition(text)).toBe(position));

test.each([
  [0, 19, [0, 60], [0, 60]], // at the top there is nothing in front
  [8, 52, [0, 60], [0, 60]],
  [9, 53, [0, 60], [0, 77]],
  [40, 59, [32, 67], [32, 67]],
  [39, 58, [32, 67], [15, 82]],
] as const)('rows %i to %i on the screen, %j rendered: render %j', (first, last, before, after) => {
  expect(nearRows(first, last, before)).toEqual(after);
});
