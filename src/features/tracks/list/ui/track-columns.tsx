import { PlayLaterToggle } from '#features/playlater/ui/PlayLaterToggle.tsx';
import { environmentById } from '#lib/codes/environment.ts';
import { type OrderCodes, trackOrderCodes } from '#lib/codes/orders.ts';
import { formatCount } from '#lib/format/count.ts';
import { formatResult } from '#lib/format/result.ts';
import { routes } from '#routes/routes.ts';
import type { Site } from '#sites/schema.ts';
import { Icon } from '#ui/Icon.tsx';
import type { Column } from '#ui/list/columns.ts';
import { PersonLink } from '#ui/PersonLink.tsx';
import { When, wireDate } from '#ui/When.tsx';
import { ReplayTypePlate } from '../../replay-type/ui/ReplayTypePlate.tsx';
import type { TrackTileRow } from '../fields.ts';
import type { TrackSearchRow } from '../search.ts';
import type { NewRecordRow } from '../views.ts';
import { AuthorLine, authorsOf } from './AuthorLine.tsx';
import { Difficulty } from './Difficulty.tsx';
import { DownloadLink } from './TrackTile.tsx';
import { trackName } from './track-name.ts';
import { VisibilityBadge } from './VisibilityBadge.tsx';

interface TableOptions {
  site: Site;
  now: Date;
  /** whether the viewer may have a Play Later list */
  hasPlayLater: boolean;
  /** shows the viewer's own results */
  hasOwn?: boolean;
}

/** The first and last columns of every track table. */
const columnsOf = ({ site, now, hasPlayLater }: TableOptions) =>
  ({
    name: {
      head: 'Track',
      order: trackOrderCodes.name,
      role: 'name',
      cell: (track) => (
        <div>
          <ReplayTypePlate replayType={track.ReplayType} trackValue={track.TrackValue} />
          {site.capabilities.showsEnvironmentOverlay && <EnvironmentIcon number={track.Environment} />}
          <a
            className="tn"
            dir="auto"
            href={routes.trackShow(track.TrackId)}
            title={trackName(track)}
            data-picture={routes.trackCover(track.TrackId, 640)}
          >
            {trackName(track)}
          </a>
          {track.IsBeta && <span className="lab lab--info">Beta</span>}
          <VisibilityBadge track={track} />
        </div>
      ),
    },
    author: {
      head: 'Author',
      order: trackOrderCodes.uploaderName,
      folded: 'below',
      limited: true,
      cell: (track) => <AuthorLine authors={authorsOf(track)} bare />,
    },
    time: {
      head: 'Author time',
      order: trackOrderCodes.length,
      align: 'end',
      folded: 'end',
      cell: (track) => (
        <span className="time n">{formatResult(track.PrimaryType, track.AuthorTime, track.AuthorScore)}</span>
      ),
    },
    difficulty: {
      head: 'Difficulty',
      order: trackOrderCodes.difficulty,
      align: 'center',
      shownFrom: 'medium',
      cell: (track) => <Difficulty difficulty={track.Difficulty} />,
    },
    awards: {
      head: 'Awards',
      order: trackOrderCodes.awards,
      align: 'end',
      folded: 'endBelow',
      cell: (track) => (
        <span className="aw">
          <Icon name="award" />
          {formatCount(track.Awards)}
        </span>
      ),
    },
    uploaded: {
      head: 'Uploaded',
      order: trackOrderCodes.uploaded,
      align: 'end',
      muted: true,
      shownFrom: 'medium',
      cell: (track) => <When at={wireDate(track.UploadedAt)} now={now} />,
    },
    download: {
      head: 'Download',
      quietHead: true,
      role: 'actions',
      cell: (track) => (
        <div>
          {hasPlayLater && (
            <PlayLaterToggle trackId={track.TrackId} isOn={track.InBookmarks} name={trackName(track)} />
          )}
          <DownloadLink trackId={track.TrackId} name={trackName(track)} />
        </div>
      ),
    },
  }) satisfies Record<string, Column<TrackTileRow>>;

/** The short table of the front page. */
export function plainTrackColumns(options: TableOptions): readonly Column<TrackTileRow>[] {
  const { name, author, time, difficulty, awards, uploaded, download } = columnsOf(options);
  return [name, author, time, difficulty, awards, uploaded, download];
}

/** The columns of competitive tracks: record holder and value. */
export function competitiveColumns(options: TableOptions): readonly Column<TrackSearchRow>[] {
  const { name, author, time, awards, download } = columnsOf(options);
  const value = count(
    'Value',
    trackOrderCodes.value,
    { folded: 'endBelow', label: 'Value' },
    (track) => track.TrackValue,
  );
  return [
    name,
    author,
    { ...unfolded(time), shownFrom: 'medium' },
    recordTime,
    holder,
    value,
    { ...unfolded(awards), shownFrom: 'medium' },
    download,
  ];
}

/** A column without its place in folded rows. */
const unfolded = ({ folded: _, ...column }: Column<TrackSearchRow>): Column<TrackSearchRow> => column;

/** A column of counts. */
const count = (
  head: string,
  order: OrderCodes,
  look: Pick<Column<TrackSearchRow>, 'muted' | 'shownFrom' | 'folded' | 'label'>,
  of: (track: TrackSearchRow) => number,
): Column<TrackSearchRow> => ({
  head,
  order,
  align: 'end',
  numeric: true,
  ...look,
  cell: (track) => formatCount(of(track)),
});

/** The columns of the search: records in the standard view, counters in the stats view. */
export function searchColumns(options: TableOptions, view: string): readonly Column<TrackSearchRow>[] {
  const { name, author, time, difficulty, awards, uploaded, download } = columnsOf(options);
  const value = count(
    'Value',
    trackOrderCodes.value,
    { muted: true, shownFrom: 'widest' },
    (track) => track.TrackValue,
  );
  if (view === 'stats') {
    const counters = [
      count(
        'Comments',
        trackOrderCodes.comments,
        { muted: true, shownFrom: 'medium' },
        (track) => track.Comments,
      ),
      count('Downloads', trackOrderCodes.downloads, { muted: true }, (track) => track.DownloadCount),
    ];
    return [name, author, time, awards, ...counters, value, uploaded, download];
  }
  return [
    name,
    author,
    tagsColumn(options.site),
    difficulty,
    time,
    record,
    ...(options.hasOwn ? [ownResult] : []),
    holder,
    awards,
    value,
    uploaded,
    download,
  ];
}

const tagsColumn = (site: Site): Column<TrackSearchRow> => ({
  head: 'Tags',
  shownFrom: 'medium',
  cell: (track) => (
    <span className="tags">
      {track.Tags.map((id) => (
        <span key={id} className="tag">
          {site.tags.find((tag) => tag.id === id)?.name ?? id}
        </span>
      ))}
    </span>
  ),
});

const recordTime: Column<TrackSearchRow> = {
  head: 'Record',
  order: trackOrderCodes.recordTime,
  align: 'end',
  folded: 'end',
  cell: (track) =>
    track.WRReplay && (
      <Result
        type={track.PrimaryType}
        timeMs={track.WRReplay.ReplayTime}
        score={track.WRReplay.ReplayScore}
      />
    ),
};

/** What the viewer drove, or the user of `replaysby`. */
const ownResult: Column<TrackSearchRow> = {
  head: 'Own best',
  order: [43, 44],
  align: 'end',
  shownFrom: 'wide',
  cell: (track) =>
    track.UserReplay && (
      <Result
        type={track.PrimaryType}
        timeMs={track.UserReplay.ReplayTime}
        score={track.UserReplay.ReplayScore}
      />
    ),
};

/** The columns of the front page's new records. */
export function newRecordColumns(options: TableOptions): readonly Column<NewRecordRow>[] {
  const { name } = columnsOf(options);
  const { order: _, ...result } = recordTime;
  return [
    { ...name, order: undefined },
    { ...holder, shownFrom: undefined, folded: 'below' },
    result,
    {
      head: 'Set',
      align: 'end',
      muted: true,
      folded: 'endBelow',
      cell: ({ WRReplay }) => WRReplay && <When at={wireDate(WRReplay.ReplayAt)} now={options.now} />,
    },
  ];
}

/** The record where the author time is the result of folded rows. */
const record: Column<TrackSearchRow> = { ...unfolded(recordTime), shownFrom: 'medium' };

const holder: Column<TrackSearchRow> = {
  head: 'Held by',
  shownFrom: 'wide',
  limited: true,
  cell: (track) => track.WRReplay && <PersonLink person={track.WRReplay.User} />,
};

/** A result; a secret one arrives as 0. */
function Result({ type, timeMs, score }: { type: number; timeMs: number; score: number | null }) {
  if (timeMs > 0) return <span className="time n">{formatResult(type, timeMs, score)}</span>;
  return <i title="The time will be visible to you when the author or Nadeo has made it visible.">Secret</i>;
}

function EnvironmentIcon({ number }: { number: number }) {
  const environment = environmentById(number);
  if (!environment) return null;
  const { id, name } = environment;
  return <img className="ico" src={`/images/e${id}.svg`} alt={name} title={name} width="18" height="18" />;
}
