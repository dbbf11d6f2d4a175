import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PackTrackStatus } from '#lib/codes/pack.ts';
import { PackManager } from './PackManager.island.tsx';

test('without scripts every row links to the forms that change it, and nothing is offered that would not work', () => {
  const entry = {
    TrackId: 11,
    TrackName: 'Loop',
    Uploader: { UserId: 1, Name: 'Ann' },
    Status: PackTrackStatus.approved,
    Position: 1,
    Awards: 0,
    UploadedAt: '2026-01-01T00:00:00.000',
    AuthorTime: 41_230,
    AuthorTimeText: '00:41.23',
    AddedBy: { UserId: 1, Name: 'Ann' },
    AddedAt: '2026-01-01T00:00:00.000',
    IsPublic: true,
    IsListed: true,
    IsDeleted: false,
    IsVisible: true,
  };
  const html = renderToString(
    <PackManager
      packId={5}
      viewerId={1}
      tab="approved"
      first={{
        Revision: 1,
        Undo: null,
        NeedsReason: false,
        Tracks: [entry, { ...entry, TrackId: 12, IsVisible: false }],
      }}
      counts={{ approved: 250, unapproved: 3, retired: 0 }}
    />,
  );
  expect(html).toContain('href="/trackpackmanage/5?trackId=11#change"');
  expect(html).toContain('href="/trackpackmanage/5?tab=unapproved"');
  expect(html).not.toMatch(/<button|<select|<input/);
  expect(html).not.toContain('href="/trackshow/12');
});
