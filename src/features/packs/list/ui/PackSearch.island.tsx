import { environmentById } from '#lib/codes/environment.ts';
import { formatCount } from '#lib/format/count.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import { routes } from '#routes/routes.ts';
import { site } from '#site';
import { Icon } from '#ui/Icon.tsx';
import { SearchPage } from '#ui/list/SearchPage.tsx';
import { type SearchIslandProps, useListStore } from '#ui/list/use-list-store.ts';
import { PersonLink } from '#ui/PersonLink.tsx';
import { When, wireDate } from '#ui/When.tsx';
import { type PackSearchRow, packSearch } from '../search.ts';
import { PackPicture } from './PackPicture.tsx';

/** The name without the game's colour codes. */
const packName = (pack: PackSearchRow) => stripGameText(pack.PackName).trim() || `Trackpack ${pack.PackId}`;

const plural = (count: number, one: string) => `${formatCount(count)} ${count === 1 ? one : `${one}s`}`;

function PackCard({ pack, now }: { pack: PackSearchRow; now: Date }) {
  return (
    <li className="packcard">
      <PackPicture pack={pack} />
      <h2 dir="auto">
        <a href={routes.trackPackShow(pack.PackId)}>{packName(pack)}</a>
      </h2>
      <p className="meta">
        by{' '}
        <bdi>
          <PersonLink person={pack.Creator} />
        </bdi>{' '}
        · updated <When at={wireDate(pack.UpdatedAt)} now={now} />
      </p>
      <p className="meta">
        <b>{plural(pack.Tracks, 'track')}</b>
        {pack.Driven !== null && pack.Tracks > 0 && ` (${pack.Driven} driven)`} · value{' '}
        {formatCount(pack.PackValue)} · {plural(pack.Downloads, 'download')}
      </p>
      <p className="packcard__labels">
        {!pack.IsPublic && <span className="lab lab--warn">Hidden</span>}
        {pack.IsPublic && !pack.MapListReleased && <span className="lab lab--info">Track list coming</span>}
        {pack.AllowsTrackSubmissions && <span className="lab lab--ok">Open</span>}
        {pack.IsLegacy && <span className="lab lab--plain">Legacy</span>}
        {site.capabilities.showsEnvironmentOverlay &&
          pack.Environments.map((number) => {
            const name = environmentById(number)?.name;
            return (
              name && (
                <img key={number} className="ico" src={`/images/e${number}.svg`} alt={name} title={name} />
              )
            );
          })}
      </p>
    </li>
  );
}

/** The trackpack search and its variants. */
export function PackSearch(props: SearchIslandProps<PackSearchRow>) {
  const store = useListStore(packSearch, props);
  return (
    <SearchPage
      store={store}
      title={props.title}
      path={props.path}
      signedIn={props.viewerId > 0}
      tools={() => (
        <a className="btn" href={routes.trackPackCreate()}>
          <Icon name="plus" small />
          New trackpack
        </a>
      )}
      rows={(packs) => (
        <ul className="packcards" aria-label={props.title}>
          {packs.map((pack) => (
            <PackCard key={pack.PackId} pack={pack} now={new Date(props.now)} />
          ))}
        </ul>
      )}
    />
  );
}
