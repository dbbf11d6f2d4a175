import { messagePreview } from '#lib/bbcode/text.ts';
import { routes } from '#routes.ts';
import { PersonLink } from '#ui/PersonLink.tsx';
import { When, wireDate } from '#ui/When.tsx';
import type { NewsSearchRow } from '../search.ts';
import './NewsTeasers.css';

interface Props {
  news: readonly NewsSearchRow[];
  now: Date;
}

/** The beginnings of news: the first in the edition's voice, all leading to the whole. */
export function NewsTeasers({ news, now }: Props) {
  return (
    <ul className="teasers">
      {news.map((piece) => (
        <li key={piece.NewsId}>
          <h3>
            <a href={`${routes.news()}?query=id%3A${piece.NewsId}`}>{piece.Title}</a>
          </h3>
          <p>{messagePreview(piece.Message, 180)}</p>
          <p className="meta">
            <When at={wireDate(piece.PostedAt)} now={now} /> · <PersonLink person={piece.User} />
          </p>
        </li>
      ))}
    </ul>
  );
}
