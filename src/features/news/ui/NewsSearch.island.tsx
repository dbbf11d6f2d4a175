import { SearchPage } from '#ui/list/SearchPage.tsx';
import { type SearchIslandProps, useListStore } from '#ui/list/use-list-store.ts';
import { type NewsSearchRow, newsSearch } from '../search.ts';
import { NewsArticle } from './NewsArticle.tsx';

/** The news, newest first. */
export function NewsSearch(props: SearchIslandProps<NewsSearchRow>) {
  const store = useListStore(newsSearch, props);
  const now = new Date(props.now);
  return (
    <SearchPage
      store={store}
      title={props.title}
      path={props.path}
      signedIn={props.viewerId > 0}
      rows={(rows) => (
        <div className="newslist">
          {rows.map((news) => (
            <NewsArticle key={news.NewsId} news={news} now={now} />
          ))}
        </div>
      )}
    />
  );
}
