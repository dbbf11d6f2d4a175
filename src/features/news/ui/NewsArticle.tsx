import type { ReferenceNames } from '#lib/bbcode/references.ts';
import { messageToHtml } from '#lib/bbcode/render.ts';
import { PersonLink } from '#ui/PersonLink.tsx';
import { When, wireDate } from '#ui/When.tsx';
import type { NewsSearchRow } from '../search.ts';
import '#lib/bbcode/bbcode.css';
import './NewsArticle.css';

interface Props {
  news: NewsSearchRow;
  /** of what the messages refer to */
  references: ReferenceNames;
  now: Date;
}

/** One piece of news, whole. */
export function NewsArticle({ news, references, now }: Props) {
  const id = `news-${news.NewsId}`;
  return (
    <article className="news" aria-labelledby={id}>
      <h2 id={id}>{news.Title}</h2>
      <p className="meta">
        <PersonLink person={news.User} /> · <When at={wireDate(news.PostedAt)} now={now} />
      </p>
      <div
        className="prose"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: renderMessage escapes text and knows its elements
        dangerouslySetInnerHTML={{ __html: messageToHtml(news.Message, { images: true, references }) }}
      />
    </article>
  );
}
