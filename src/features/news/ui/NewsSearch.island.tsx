import type { ReferenceNames } from '#lib/bbcode/references.ts';
import { SearchPage } from '#ui/list/SearchPage.tsx';
import { type SearchIslandProps, useListStore } from '#ui/list/use-list-store.ts';
import { useReferenceNames } from '#ui/reference-names.ts';
import { useAtom } from '#ui/stores/use-atom.ts';
import { type NewsSearchRow, newsSearch } from '../search.ts';
import { NewsArticle } from './NewsArticle.tsx';

interface Props extends SearchIslandProps<NewsSearchRow> {
  /** of what the first rows refer to */
  names: ReferenceNames;
}

/** The news, newest first. */
export function NewsSearch({ names, ...props }: Props) {
  const store = useListStore(newsSearch, props);
  const { rows } = useAtom(store.$state).page;
  const references = useReferenceNames(
    rows?.map(({ Message }) => Message) ?? [],
    names,
    rows?.map(({ NewsId }) => NewsId),
  );
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
            <NewsArticle
              key={news.NewsId}
              news={news}
              references={references}
              signedIn={props.viewerId > 0}
              now={now}
            />
          ))}
        </div>
      )}
    />
  );
}
