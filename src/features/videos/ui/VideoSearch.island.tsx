import { routes } from '#routes/routes.ts';
import { site } from '#site';
import { Icon } from '#ui/Icon.tsx';
import { SearchPage } from '#ui/list/SearchPage.tsx';
import { type SearchIslandProps, useListStore } from '#ui/list/use-list-store.ts';
import { type VideoSearchRow, videoSearch } from '../search.ts';
import { VideoCards } from './VideoCards.tsx';

/** The video search. */
export function VideoSearch(props: SearchIslandProps<VideoSearchRow>) {
  const store = useListStore(videoSearch, props);
  return (
    <SearchPage
      store={store}
      title={props.title}
      path={props.path}
      signedIn={props.viewerId > 0}
      tools={() => (
        <a className="btn" href={routes.postVideo()}>
          <Icon name="plus" small />
          Post a video
        </a>
      )}
      rows={(videos) => <VideoCards videos={videos} site={site} now={new Date(props.now)} isLarge />}
    />
  );
}
