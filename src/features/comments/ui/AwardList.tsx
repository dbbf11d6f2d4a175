import { messagePreview } from '#lib/bbcode/text.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import { routes } from '#routes.ts';
import { Icon } from '#ui/Icon.tsx';
import { PersonLink } from '#ui/PersonLink.tsx';
import { When, wireDate } from '#ui/When.tsx';
import { deletedText } from '../fields.ts';
import type { AwardViewRow } from '../views.ts';
import './AwardList.css';

interface Props {
  awards: readonly AwardViewRow[];
  now: Date;
  /** on the page of a track it goes without saying which one */
  ofTrack?: boolean;
}

/** Awards as lines: for which track, from whom, and the words in one line. */
export function AwardList({ awards, now, ofTrack = false }: Props) {
  return (
    <ul className="awl">
      {awards.map((award) => (
        <li key={award.CommentId}>
          <Icon name="award" />
          <span className="awl__of">
            {!ofTrack && (
              <>
                <a className="tn" href={routes.trackShow(award.Track.TrackId)}>
                  {stripGameText(award.Track.TrackName).trim() || `Track ${award.Track.TrackId}`}
                </a>{' '}
                from{' '}
              </>
            )}
            <PersonLink person={award.User} />
          </span>
          <span className="meta">
            <When at={wireDate(award.CommentAt)} now={now} />
          </span>
          {award.Comment !== deletedText && <p>{messagePreview(award.Comment, 120)}</p>}
        </li>
      ))}
    </ul>
  );
}
