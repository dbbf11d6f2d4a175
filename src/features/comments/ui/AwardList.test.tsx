import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { storedLine } from '#lib/bbcode/line.ts';
import { NO_NAMES } from '#lib/bbcode/references.ts';
import { blockedText } from '../fields.ts';
import type { AwardViewRow } from '../views.ts';
import { AwardList } from './AwardList.tsx';

const rendered = (Comment: string, text = Comment) => {
  const award: AwardViewRow = {
    CommentId: 1,
    Comment,
    CommentAt: '2026-11-20T12:00:00',
    User: { UserId: 2, Name: 'Ann', CustomUrl: null, Tint: 0 },
    Track: { TrackId: 3, TrackName: 'Loop' },
  };
  const names = { ...NO_NAMES, track: new Map([[7, 'A01']]) };
  return renderToString(
    <AwardList
      awards={[award]}
      lines={new Map([[1, storedLine(text)]])}
      names={names}
      now={new Date('2026-11-21')}
    />,
  );
};

test.each([
  ['well done :)', 'src="/images/smiles/smile.svg" alt=":)"'],
  ['like [track]7[/track]', 'like A01'],
  ['', '(No text defined)'],
  ['(Deleted)', 'Comment has been removed.'],
])('an award that says %j shows %s', (comment, shown) => {
  expect(rendered(comment)).toContain(shown);
});

test.each(['(Deleted)', blockedText])(
  'the stored line of a text that reads %j for the viewer is not shown',
  (comment) => {
    expect(rendered(comment, 'what was written')).not.toContain('what was written');
  },
);
