import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PackTrackStatus } from '#lib/codes/pack.ts';
import { attributeOf, elementsOf, hasClass, parseHtml } from '#testing/html.ts';
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
  const elements = elementsOf(parseHtml(html));
  const controls = (among: typeof elements) =>
    among.filter(({ tagName }) => ['button', 'select', 'input', 'textarea', 'summary'].includes(tagName));
  const hidden = elements.filter(hasClass('needs-script'));
  expect(controls(elements).length).toBeGreaterThan(3);
  expect(controls(elements)).toEqual(controls(hidden.flatMap(elementsOf)));
  // until the whole list is there, nothing can be pressed but what only opens
  const inert = hidden.filter((element) => attributeOf(element, 'inert') !== undefined);
  expect(controls(hidden.filter((element) => !inert.includes(element)).flatMap(elementsOf))).toHaveLength(1);
  expect(html).not.toContain('href="/trackshow/12');
});
