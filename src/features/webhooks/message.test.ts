import { expect, test } from 'vitest';
import type { ChangeRow, PublicKind } from '#features/changes/model.ts';
import { bodyOf, type ChangedRows, type SentKind } from './message.ts';

const sender = { site: { code: 'tmnf', name: 'TMNF' }, origin: 'https://tmnf.example.org' };
const change = (Kind: PublicKind, Act: ChangeRow['Act'] = 'created'): ChangeRow => ({
  Number: 7,
  Kind,
  Id: 12,
  ParentId: 5,
  Act,
  At: '2026-11-27T20:00:00.000',
});
const Track = { TrackId: 5, TrackName: '$f00Hill*_run' };
const User = { Name: 'ann' };
const rows: ChangedRows = {
  track: { TrackName: Track.TrackName, Uploader: User },
  replay: {
    Track: { ...Track, Type: 0 },
    User,
    ReplayTime: 50_910,
    ReplayScore: 0,
    IsSecret: false,
    Position: 0,
  },
  comment: { Track, User, Comment: '[b]Nice[/b] @everyone' },
  award: { Track, User, Comment: '' },
  pack: { PackName: 'Best', Creator: User },
  packentry: { Track, Pack: { PackName: 'Best' } },
  news: { Title: 'Hello', User },
};
const embed = (kind: SentKind, act?: ChangeRow['Act'], row: object | null = rows[kind]) => {
  const { embeds, allowed_mentions } = JSON.parse(
    bodyOf('discord', sender, { change: change(kind, act), row }),
  );
  expect(allowed_mentions).toEqual({ parse: [] });
  return embeds[0];
};

test.each<[SentKind, string, string, string]>([
  ['track', 'New track: Hill\\*\\_run', 'by ann', '/trackshow/12'],
  ['replay', 'New replay: Hill\\*\\_run', '00:50.91 by ann \\(rank 1\\)', '/trackshow/5'],
  ['comment', 'New comment: Hill\\*\\_run', 'by ann\nNice @everyone', '/trackshow/5?comment=12#comment-12'],
  ['award', 'New award: Hill\\*\\_run', 'by ann', '/trackshow/5?comment=12#comment-12'],
  ['pack', 'New trackpack: Best', 'by ann', '/trackpackshow/12'],
  ['packentry', 'New track in a trackpack: Hill\\*\\_run', 'in Best', '/trackpackshow/5'],
  ['news', 'News: Hello', 'by ann', '/newsshow/12'],
])('%s as Discord shows it', (kind, title, description, path) => {
  expect(embed(kind)).toEqual({
    title,
    description,
    url: `https://tmnf.example.org${path}`,
    timestamp: '2026-11-27T20:00:00.000Z',
  });
});

test('what is gone has no name, and a secret result is not sent', () => {
  expect(embed('track', 'deleted', null)).toMatchObject({ title: 'Track deleted' });
  expect(embed('track', 'deleted', null)).not.toHaveProperty('description');
  expect(embed('news', 'updated')).toMatchObject({ title: 'News post changed: Hello' });
  expect(embed('replay', 'created', { ...rows.replay, IsSecret: true, Position: null }).description).toBe(
    'Secret result by ann',
  );
});

test.each([
  [245, false],
  [246, true],
])('Discord accepts a title of 256 characters: with a name of %s it is cut: %s', (length, isCut) => {
  const { title } = embed('track', 'created', { ...rows.track, TrackName: 'x'.repeat(length) });
  expect([title.length, title.endsWith('…')]).toEqual([Math.min(length + 11, 256), isCut]);
});

test('our own format has the change, its page and its row', () => {
  const sent = { change: change('track'), row: rows.track };
  expect(JSON.parse(bodyOf('json', sender, sent))).toEqual({
    Site: 'tmnf',
    Change: sent.change,
    Link: 'https://tmnf.example.org/trackshow/12',
    Row: rows.track,
  });
});
