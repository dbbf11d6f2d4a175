import { expect, test } from 'vitest';
import { releaseDateMessage } from '#lib/format/dates.ts';
import {
  atOnce,
  type EntrySettings,
  entryErrors,
  type GlobalSettings,
  given,
  isPast,
  isValid,
  picturesWait,
  untouched,
  untouchedGlobal,
} from './upload-settings.ts';

const rules = { now: new Date('2026-11-21T12:00:00Z'), uploaderId: 1, maxPictures: 10 };
const named: EntrySettings = { ...untouched, TrackName: 'Floodlight' };
const global: GlobalSettings = { ...untouchedGlobal, Difficulty: 1, Tags: [7] };
const errors = (own: Partial<EntrySettings>, shared: Partial<GlobalSettings> = {}) =>
  entryErrors({ fileName: 'a.Gbx', settings: { ...named, ...own } }, { ...global, ...shared }, rules);

test('an entry without its own settings uses the global ones', () => {
  expect(given(named, global)).toMatchObject({ Difficulty: 1, Routes: 0, Tags: [7], Visible: true });
  expect(isValid(errors({}))).toBe(true);
});

test('own settings of an entry take precedence', () => {
  const own: EntrySettings = { ...named, Difficulty: 3, Routes: 2, Tags: [1, 2] };
  expect(given(own, global)).toMatchObject({ Difficulty: 3, Routes: 2, Tags: [1, 2] });
});

test('co-authors of every track are added to its own, nobody twice', () => {
  const author = (userId: number, role = '') => ({ userId, name: `P${userId}`, role, isPending: true });
  const Authors = [author(7, 'signs'), author(8)];
  const shared = { ...global, Authors: [author(8, 'ideas'), author(9)] };
  expect(given({ ...named, Authors }, shared).Authors).toEqual([
    { UserId: 7, Role: 'signs' },
    { UserId: 8, Role: '' },
    { UserId: 9, Role: '' },
  ]);
  expect(given(named, shared).Authors).toHaveLength(2);
});

test('visibility is global until an entry has its own', () => {
  const hidden = { ...atOnce, Release: 'hidden', Listed: false } as const;
  const Visibility = { ...hidden, Beta: true };
  expect(given({ ...named, Visibility }, global)).toMatchObject({ Visible: true, Listed: true, Beta: false });
  expect(given({ ...named, Visibility, CustomVisibility: true }, global)).toMatchObject({
    Visible: false,
    Listed: false,
    Beta: true,
  });
});

test('missing settings are reported in the global settings, invalid own settings in the entry', () => {
  const missing = errors({ TrackName: 'x' }, { Difficulty: null, Tags: [] });
  expect(missing.own).toEqual({ TrackName: 'The name has to be min. 2 characters long.' });
  expect(missing.global).toEqual({
    Difficulty: 'The Difficulty field is required',
    Tags: 'Choose 1 to 3 tags.',
  });
  expect(isValid(errors({ Difficulty: 0, Tags: [4] }, { Difficulty: null, Tags: [] }))).toBe(true);
});

test('a release date must be in the future, and is reported where it is set', () => {
  const late = { ...atOnce, Release: 'date', ReleaseDate: '2026-11-20T10:00' } as const;
  expect(errors({}, { Visibility: late }).global).toEqual({ ReleaseDate: releaseDateMessage });
  expect(errors({ CustomVisibility: true, Visibility: { ...late, ReleaseDate: '' } }).own).toEqual({
    ReleaseDate: releaseDateMessage,
  });
  expect(isPast(late, rules.now)).toBe(true);
  expect(isPast({ ...late, ReleaseDate: '' }, rules.now)).toBe(false); // nothing typed yet
  expect(isPast({ ...late, ReleaseDate: '2026-12-24T10:00' }, rules.now)).toBe(false);
});

test.each(['UTC', 'Pacific/Auckland', 'America/New_York'])(
  'a release date is read in UTC by a device in %s',
  (zone) => {
    const { TZ } = process.env;
    process.env.TZ = zone;
    try {
      const date = (ReleaseDate: string) => ({ ...atOnce, Release: 'date', ReleaseDate }) as const;
      const { ReleaseDate } = given(named, { ...global, Visibility: date('2026-12-24T10:00') });
      expect(ReleaseDate).toBe('2026-12-24T10:00:00.000Z');
      const now = new Date('2026-12-24T10:00:00Z');
      expect(isPast(date('2026-12-24T10:00'), now)).toBe(true);
      expect(isPast(date('2026-12-24T10:01'), now)).toBe(false);
    } finally {
      if (TZ === undefined) delete process.env.TZ;
      else process.env.TZ = TZ;
    }
  },
);

test('an entry waits for its pictures', () => {
  const picture = {
    Id: '1',
    FileName: 'a.png',
    FileSize: 1,
    File: null,
    IsStaging: true,
    Reference: null,
    ExistingImageIndex: null,
    Preview: null,
    Message: null,
  };
  expect(errors({ ScreenshotFiles: [picture] }).own).toEqual({ ScreenshotFiles: picturesWait });
  expect(isValid(errors({ ScreenshotFiles: [{ ...picture, IsStaging: false, Reference: 'r' }] }))).toBe(true);
});
