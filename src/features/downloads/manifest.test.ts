import { expect, test } from 'vitest';
import { failedText, type ManifestRow, manifestText, manifestTrack } from './manifest.ts';

const author = (UserId: number, IsPending: boolean) => ({
  User: { UserId, Name: `user ${UserId}`, CustomUrl: null },
  IsUploader: UserId === 1,
  IsPending,
  Role: UserId === 1 ? '' : 'scenery',
});

const row: ManifestRow = {
  TrackId: 7,
  TrackName: '$f00"Quoted"',
  UId: 'Made_7',
  Authors: [author(1, false), author(2, false), author(3, true)],
  AuthorTime: 45_000,
  AuthorScore: 0,
  PrimaryType: 0,
  Environment: 7,
  Car: 7,
  Mood: 0,
  Difficulty: 1,
  UploadedAt: '2026-03-14T12:05:09.000',
  UpdatedAt: '2026-03-14T12:05:09.000',
};

test('tracks.json names its version, its source and each file, without open invitations', () => {
  const track = manifestTrack(row, 1, 'Quoted_(7).Challenge.Gbx');
  const text = manifestText(
    'http://tmnf.localhost/trackpackshow/5',
    [track, track].map((each) => JSON.stringify(each)),
  );
  const { Authors: _, ...facts } = row;
  const expected = {
    ...facts,
    Authors: [
      { UserId: 1, Name: 'user 1', Role: '' },
      { UserId: 2, Name: 'user 2', Role: 'scenery' },
    ],
    Position: 1,
    FileName: 'Quoted_(7).Challenge.Gbx',
  };
  expect(JSON.parse(text)).toEqual({
    Version: 1,
    Source: 'http://tmnf.localhost/trackpackshow/5',
    Tracks: [expected, expected],
  });
  expect(JSON.parse(manifestText('x', []))).toEqual({ Version: 1, Source: 'x', Tracks: [] });
});

test('failed.txt lists each file with its reason', () => {
  const lost = { fileName: 'a_(1).Challenge.Gbx', reason: 'The file is missing on the server.' };
  expect(failedText([lost])).toBe(
    'One file is missing from this zip:\r\n\r\na_(1).Challenge.Gbx: The file is missing on the server.\r\n',
  );
  expect(failedText([lost, lost])).toMatch(/^2 files are missing/);
});
