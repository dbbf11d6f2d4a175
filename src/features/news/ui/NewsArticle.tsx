import type { ReferenceNames } from '#lib/bbcode/references.ts';
import { messageToHtml } from '#lib/bbcode/render.ts';
import { routes } from '#routes/routes.ts';
import { site } from '#site';
import { PersonLink } from '#ui/PersonLink.tsx';
import { When, wireDate } from '#ui/When.tsx';
import type { NewsSearchRow } from '../search.ts';
import { DismissToggle } from './DismissToggle.tsx';

interface Props {
  news: NewsSearchRow;
  /** of what the messages refer to */
  references: ReferenceNames;
  /** visitors cannot dismiss news */
  signedIn: boolean;
  now: Date;
}

/** A news post in the list. */
export function NewsArticle({ news, references, signedIn, now }: Props) {
  const id = `news-${news.NewsId}`;
  const comments =
    news.Comments === 0 ? 'No comments' : `${news.Comments} ${news.Comments === 1 ? 'comment' : 'comments'}`;
  return (
    <article className="news" aria-labelledby={id}>
      <h2 id={id}>
        <a dir="auto" href={routes.newsShow(news.NewsId)}>
          {news.Title}
        </a>
      </h2>
      <p className="meta">
        <PersonLink person={news.User} /> · <When at={wireDate(news.PostedAt)} now={now} /> ·{' '}
        <a href={`${routes.newsShow(news.NewsId)}#comments`}>{comments}</a>
        {signedIn && <DismissToggle news={news} quiet />}
      </p>
      <div
        className="prose"
        dir="auto"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: renderMessage escapes text and knows its elements
        dangerouslySetInnerHTML={{
          __html: messageToHtml(news.Message, { images: true, references, site: site.code }),
        }}
      />
    </article>
  );
}
