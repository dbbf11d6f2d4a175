import type { ReferenceNames } from '#lib/bbcode/references.ts';
import { routes } from '#routes/routes.ts';
import { MessageLine } from '#ui/MessageLine.tsx';
import { PersonLink } from '#ui/PersonLink.tsx';
import { When, wireDate } from '#ui/When.tsx';
import type { NewsSearchRow } from '../search.ts';
import { DismissToggle } from './DismissToggle.tsx';

interface Props {
  news: readonly NewsSearchRow[];
  /** of the messages, by NewsId */
  lines: ReadonlyMap<number, string>;
  /** of what the messages refer to */
  names: ReferenceNames;
  /** visitors cannot dismiss news */
  signedIn: boolean;
  now: Date;
}

/** Excerpts of news, each linked to the whole post; the first is larger, in the edition's heading style. */
export function NewsTeasers({ news, lines, names, signedIn, now }: Props) {
  return (
    <ul className="teasers">
      {news.map((piece) => (
        <li key={piece.NewsId}>
          <h3>
            <a dir="auto" href={routes.newsShow(piece.NewsId)}>
              {piece.Title}
            </a>
          </h3>
          <p>
            <MessageLine line={lines.get(piece.NewsId) ?? ''} longest={180} names={names} />
          </p>
          <p className="meta">
            <When at={wireDate(piece.PostedAt)} now={now} /> · <PersonLink person={piece.User} />
            {piece.Comments > 0 && (
              <>
                {' · '}
                <a href={`${routes.newsShow(piece.NewsId)}#comments`}>
                  {piece.Comments === 1 ? '1 comment' : `${piece.Comments} comments`}
                </a>
              </>
            )}
            {signedIn && <DismissToggle news={piece} quiet reloads />}
          </p>
        </li>
      ))}
    </ul>
  );
}
