import { environmentById } from '#lib/codes/environment.ts';
import { packOrderCodes } from '#lib/codes/orders.ts';
import { formatCount } from '#lib/format/count.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import { routes } from '#routes/routes.ts';
import { site } from '#site';
import type { Column } from '#ui/list/columns.ts';
import { DataTable } from '#ui/list/DataTable.tsx';
import { SearchPage } from '#ui/list/SearchPage.tsx';
import { type SearchIslandProps, useListStore } from '#ui/list/use-list-store.ts';
import { PersonLink } from '#ui/PersonLink.tsx';
import { When, wireDate } from '#ui/When.tsx';
import { type PackSearchRow, packSearch } from '../search.ts';

/** The name without the game's colour codes. */
const packName = (pack: PackSearchRow) => stripGameText(pack.PackName).trim() || `Trackpack ${pack.PackId}`;

const columnsAt = (now: Date): Column<PackSearchRow>[] => [
  {
    head: 'Trackpack',
    order: packOrderCodes.name,
    role: 'name',
    cell: (pack) => (
      <div>
        <a className="tn" dir="auto" href={routes.trackPackShow(pack.PackId)} title={packName(pack)}>
          {packName(pack)}
        </a>
        {!pack.IsPublic && <span className="lab lab--warn">Hidden</span>}
        {pack.IsPublic && !pack.MapListReleased && <span className="lab lab--info">Track list coming</span>}
        {pack.AllowsTrackSubmissions && <span className="lab lab--ok">Open</span>}
        {pack.IsLegacy && <span className="lab lab--plain">Legacy</span>}
      </div>
    ),
  },
  {
    head: 'Creator',
    order: packOrderCodes.creatorName,
    folded: 'below',
    limited: true,
    cell: (pack) => <PersonLink person={pack.Creator} />,
  },
  ...(site.capabilities.showsEnvironmentOverlay ? [environments] : []),
  {
    head: 'Tracks',
    order: packOrderCodes.tracks,
    align: 'end',
    numeric: true,
    folded: 'end',
    unit: ['track', 'tracks'],
    cell: (pack) => formatCount(pack.Tracks),
  },
  {
    head: 'Value',
    order: packOrderCodes.value,
    align: 'end',
    numeric: true,
    muted: true,
    shownFrom: 'medium',
    cell: (pack) => formatCount(pack.PackValue),
  },
  {
    head: 'Downloads',
    order: packOrderCodes.downloads,
    align: 'end',
    numeric: true,
    muted: true,
    shownFrom: 'medium',
    cell: (pack) => formatCount(pack.Downloads),
  },
  {
    head: 'Updated',
    order: packOrderCodes.updated,
    align: 'end',
    muted: true,
    folded: 'endBelow',
    label: 'Updated',
    cell: (pack) => <When at={wireDate(pack.UpdatedAt)} now={now} />,
  },
];

const environments: Column<PackSearchRow> = {
  head: 'Environments',
  shownFrom: 'medium',
  cell: (pack) => (
    <span className="tags">
      {pack.Environments.map((number) => {
        const name = environmentById(number)?.name;
        return (
          name && <img key={number} className="ico" src={`/images/e${number}.svg`} alt={name} title={name} />
        );
      })}
    </span>
  ),
};

/** The trackpack search and its variants. */
export function PackSearch(props: SearchIslandProps<PackSearchRow>) {
  const store = useListStore(packSearch, props);
  return (
    <SearchPage
      store={store}
      title={props.title}
      path={props.path}
      signedIn={props.viewerId > 0}
      rows={(packs, _, sorting) => (
        <DataTable
          caption={props.title}
          columns={columnsAt(new Date(props.now))}
          rows={packs}
          rowKey={(pack) => pack.PackId}
          sorting={sorting}
        />
      )}
    />
  );
}
