import type { ReferenceNames } from '#lib/bbcode/references.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import { routes } from '#routes/routes.ts';
import { Icon } from '#ui/Icon.tsx';
import { MessageLine } from '#ui/MessageLine.tsx';
import { PersonLink } from '#ui/PersonLink.tsx';
import { When, wireDate } from '#ui/When.tsx';
import { blockedText, deletedText } from '../fields.ts';
import type { AwardViewRow } from '../views.ts';

interface Props {
  awards: readonly AwardViewRow[];
  /** of the comments, by CommentId */
  lines: ReadonlyMap<number, string>;
  /** of what the comments refer to */
  names: ReferenceNames;
  now: Date;
  /** comments look the same; on the page of their author the name is omitted */
  kind?: 'award' | 'comment' | 'received';
}

/** What is shown instead of a text that the list withholds from the viewer. Its stored line must not be shown either. */
const notices = new Map([
  [deletedText, <i key="deleted">Comment has been removed.</i>],
  [blockedText, <i key="blocked">{blockedText}</i>],
]);

/** Awards as lines: for which track, from whom, and the text in one line. Comments of one writer likewise. */
export function AwardList({ awards, lines, names, now, kind = 'award' }: Props) {
  return (
    <ul className="awl">
      {awards.map((award) => (
        <li key={award.CommentId}>
          <Icon name={kind === 'award' ? 'award' : 'comment'} />
          <span className="awl__of">
            <a className="tn" dir="auto" href={routes.trackComment(award.Track.TrackId, award.CommentId)}>
              {stripGameText(award.Track.TrackName).trim() || `Track ${award.Track.TrackId}`}
            </a>
            {kind !== 'comment' && (
              <span>
                from <PersonLink person={award.User} />
              </span>
            )}
          </span>
          <span className="meta">
            <When at={wireDate(award.CommentAt)} now={now} />
          </span>
          <p>
            {notices.get(award.Comment) ?? (
              <MessageLine line={lines.get(award.CommentId) ?? ''} longest={120} names={names} />
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}
