import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import islands from '#layouts/islands/server.ts';
import type { ReplayViewRow } from '../views.ts';
import { ReplayTable } from './ReplayTable.tsx';
import type { RowViewer } from './row-actions.tsx';

const now = new Date('2026-11-21T12:00:00Z');
const row: ReplayViewRow = {
  ReplayId: 7,
  User: { UserId: 9, Name: 'Eve <b>', CustomUrl: null, Tint: 0 },
  Track: { TrackId: 12, TrackName: 'Night', Type: 0 },
  ReplayTime: 60_420,
  ReplayScore: 0,
  ReplayRespawns: 0,
  IsSecret: false,
  ReplayAt: '2026-11-20T12:00:00.000',
  Position: 1,
  Difference: 420,
  DifferenceRespawns: 0,
  Delta: 420,
  DeltaRespawns: 0,
  Score: 1234,
  Medal: 3,
  IsBest: 1,
  IsLeaderboard: 1,
  IsRevoked: false,
  Validated: true,
  IsDriverVerified: true,
  DriverLogIn: null,
  Flags: null,
};
const visitor: RowViewer = { userId: 0, isModerator: false, isAuthor: false, trackKey: null };
const shown = (change: Partial<ReplayViewRow> = {}, viewer: Partial<RowViewer> = {}) =>
  renderToStaticMarkup(
    <ReplayTable
      replays={[{ ...row, ...change }]}
      caption="Leaderboard"
      now={now}
      viewer={{ ...visitor, ...viewer }}
      of="track"
    />,
  );

test('a row has its place, both gaps, medal, score and marks', () => {
  const html = shown();
  for (const text of ['2nd', '01:00.42', '+0.42', 'gold', '1,234', 'Validated', 'Eve &lt;b>'])
    expect(html).toContain(text);
  expect(html.split('+0.42')).toHaveLength(3);
});

test('the date is that of the upload: files contain none', () => {
  const html = shown();
  expect(html).toContain('Uploaded');
  expect(html).not.toContain('Driven');
});

test('rows whose file may be downloaded can be chosen for a comparison', () => {
  const box = 'name="replays" value="7"';
  expect(shown()).toContain(box);
  expect(shown()).toContain('aria-label="Compare 2nd"');
  expect(shown({ Position: null })).toContain('aria-label="Compare Eve &lt;b>"');
  expect(shown({ IsSecret: true })).not.toContain('type="checkbox"');
  expect(shown({ IsSecret: true }, { isAuthor: true })).toContain(box);
});

test('a secret result is called so, and no gap or score is shown', () => {
  const hidden = { ReplayTime: 0, Difference: null, Delta: null, Score: null, Medal: 0 };
  const html = shown({ ...hidden, IsSecret: true });
  expect(html).toContain('>Secret<');
  for (const text of ['>00:', '+0', '1,234', 'medal--']) expect(html).not.toContain(text);
});

test('the first place has no gap but the mark of the record', () => {
  const html = shown({ Position: 0, Difference: 0, Delta: null });
  expect(html).toContain('>WR<');
  expect(html).not.toContain('+0.00');
});

test('a driver without a login in the file is marked', () => {
  expect(shown({ IsDriverVerified: false })).toContain('Unverified:');
  expect(shown()).not.toContain('Unverified:');
});

test.each([
  ['a visitor downloads', visitor, ['/recordgbx/7'], ['/replaydelete/7', '/postcreate', 'Login']],
  ['a user reports', { userId: 3 }, ['/recordgbx/7', '/postcreate'], ['/replaydelete/7', 'Login']],
  ['the driver deletes', { userId: 9 }, ['/recordgbx/7', '/replaydelete/7'], ['/postcreate', 'Login']],
  ['a moderator deletes and sees logins', { userId: 3, isModerator: true }, ['/replaydelete/7', 'Login'], []],
])('%s', (_, viewer, there, missing) => {
  const html = shown({}, viewer);
  for (const text of there) expect(html).toContain(text);
  for (const text of missing) expect(html).not.toContain(text);
});

test('a file that cannot be downloaded yet has the reason instead of a link', () => {
  const puzzle = { Track: { ...row.Track, Type: 1 } };
  expect(shown(puzzle)).toContain('You can download puzzle replays');
  expect(shown(puzzle)).not.toContain('/recordgbx/7');
  expect(shown(puzzle, { userId: 9 })).toContain('/recordgbx/7');
  expect(shown({ ...puzzle, ReplayAt: '2026-10-22T12:00:00.000' })).toContain('/recordgbx/7');
  expect(shown({ IsSecret: true })).not.toContain('/recordgbx/7');
});

test('a whole leaderboard of a track has at most 46 kB of HTML', async () => {
  const replays = Array.from({ length: 50 }, (_, n) => ({
    ...row,
    ReplayId: 100_000 + n,
    User: { UserId: 10_000 + n, Name: `Driver ${10_000 + n}`, CustomUrl: null, Tint: 0 },
    Track: { TrackId: 100_000, TrackName: 'Night', Type: 0 },
    Position: n,
  }));
  const props = { replays, caption: 'Leaderboard', now, viewer: visitor, of: 'track' };
  const { html } = await islands.renderToStaticMarkup.call({ result: {} }, ReplayTable, props, {});
  expect(html.match(/<tr/g)).toHaveLength(51);
  expect(html.length).toBeLessThanOrEqual(46_000);
});
