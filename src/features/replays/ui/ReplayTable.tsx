import { platformType } from '#lib/codes/track.ts';
import { formatRank } from '#lib/format/ordinal.ts';
import { formatResult } from '#lib/format/result.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import { routes } from '#routes.ts';
import { Icon } from '#ui/Icon.tsx';
import type { Column } from '#ui/list/columns.ts';
import { DataTable, type Sorting } from '#ui/list/DataTable.tsx';
import { PersonLink } from '#ui/PersonLink.tsx';
import { ReportLink } from '#ui/ReportLink.tsx';
import { When, wireDate } from '#ui/When.tsx';
import type { ReplayViewRow } from '../views.ts';

interface Props {
  replays: readonly ReplayViewRow[];
  caption: string;
  now: Date;
  /** 0 for visitors, who cannot report replays */
  viewerId: number;
  /** the page it is on: that of a track names the driver and marks the viewer's row, that of a driver names the track */
  of: 'track' | 'driver';
  /** the secret of an unlisted track */
  trackKey?: string | null;
  sorting?: Sorting | undefined;
}

/** Replays as a timing sheet. */
export function ReplayTable({ replays, caption, now, viewerId, of, trackKey = null, sorting }: Props) {
  const isOwn = (replay: ReplayViewRow) => viewerId > 0 && replay.User.UserId === viewerId;
  return (
    <DataTable
      caption={caption}
      columns={[
        ...(of === 'track' ? [rank, driver, ranked] : [rank, track, result]),
        points,
        medal,
        driven(now),
        marks,
        ...(viewerId > 0 && !replays.every(isOwn) ? [report(isOwn, trackKey)] : []),
      ]}
      rows={replays}
      rowKey={(replay) => replay.ReplayId}
      rowClass={(replay) => (of === 'track' && isOwn(replay) ? 'me' : undefined)}
      sorting={sorting}
    />
  );
}

const rank: Column<ReplayViewRow> = {
  head: 'Rank',
  role: 'position',
  folded: 'below',
  // 0-based on the wire; none: beaten, or driven on an older version
  cell: ({ Position }) => (Position === null ? '–' : formatRank(Position + 1)),
};

const driver: Column<ReplayViewRow> = {
  head: 'Driver',
  role: 'name',
  cell: ({ User }) => (
    <div>
      <a className="tn" href={routes.userShow(User.UserId)}>
        {User.Name}
      </a>
    </div>
  ),
};

const trackNameOf = ({ Track }: ReplayViewRow) => stripGameText(Track.TrackName) || `Track ${Track.TrackId}`;

const track: Column<ReplayViewRow> = {
  head: 'Track',
  role: 'name',
  cell: (replay) => (
    <div>
      <a className="tn" href={routes.trackShow(replay.Track.TrackId)}>
        {trackNameOf(replay)}
      </a>
    </div>
  ),
};

const result: Column<ReplayViewRow> = {
  head: 'Result',
  align: 'end',
  folded: 'end',
  cell: (replay) =>
    replay.IsSecret ? (
      <i title="The time will be visible to you when the author or Nadeo has made it visible.">Secret</i>
    ) : (
      <span className="time n">{resultText(replay)}</span>
    ),
};

/** Results of different tracks cannot be compared: one track's can. */
const ranked: Column<ReplayViewRow> = { ...result, order: [1, 2] };

function resultText({ Track, ReplayTime, ReplayScore, ReplayRespawns }: ReplayViewRow): string {
  return formatResult(Track.Type, ReplayTime, Track.Type === platformType ? ReplayRespawns : ReplayScore);
}

const points: Column<ReplayViewRow> = {
  head: 'Points',
  align: 'end',
  numeric: true,
  muted: true,
  shownFrom: 'medium',
  cell: ({ Score }) => Score?.toLocaleString('en') ?? '',
};

const medals = ['', 'bronze', 'silver', 'gold', 'author'] as const;

const medal: Column<ReplayViewRow> = {
  head: 'Medal',
  align: 'center',
  shownFrom: 'medium',
  cell: ({ Medal }) => {
    const name = medals[Medal];
    return name ? (
      <img src={`/images/medals/${name}.svg`} alt={name} title={name} width="16" height="16" />
    ) : null;
  },
};

const driven = (now: Date): Column<ReplayViewRow> => ({
  head: 'Driven',
  order: [3, 4],
  align: 'end',
  muted: true,
  folded: 'endBelow',
  cell: ({ ReplayAt }) => <When at={wireDate(ReplayAt)} now={now} />,
});

/** ✓ counts among the ten best, ✓✓ also among the two; a lock: proven by the Competition Patch. */
const marks: Column<ReplayViewRow> = {
  head: 'Marks',
  quietHead: true,
  align: 'center',
  shownFrom: 'medium',
  cell: ({ IsLeaderboard, Validated }) => (
    <>
      {IsLeaderboard > 0 && (
        <span title={IsLeaderboard > 1 ? 'Counts for both boards' : 'Counts for the leaderboard'}>
          <span aria-hidden="true">{'✓'.repeat(IsLeaderboard)}</span>
          <span className="sr">Counts for the leaderboard</span>
        </span>
      )}
      {Validated && (
        <span title="Validated">
          <Icon name="lock" small />
          <span className="sr">Validated</span>
        </span>
      )}
    </>
  ),
};

const report = (isOwn: (replay: ReplayViewRow) => boolean, key: string | null): Column<ReplayViewRow> => ({
  head: 'Report',
  quietHead: true,
  role: 'actions',
  cell: (replay) =>
    isOwn(replay) ? null : (
      <div>
        <ReportLink
          href={routes.report(4, replay.ReplayId, { of: 'replay', key })}
          what={`the replay of ${replay.User.Name} on ${trackNameOf(replay)}`}
          iconOnly
        />
      </div>
    ),
});

interface BestProps {
  replay: ReplayViewRow | undefined;
  now: Date;
}

/** One's best on a track in one line, or that there is none. */
export function PersonalBest({ replay, now }: BestProps) {
  if (!replay) return <p className="dim">No records found</p>;
  const place = replay.Position === null ? 'beaten' : formatRank(replay.Position + 1);
  return (
    <p>
      <b className="time n">{resultText(replay)}</b> <span className="dim">· {place} ·</span>{' '}
      <PersonLink person={replay.User} /> <span className="dim">·</span>{' '}
      <When at={wireDate(replay.ReplayAt)} now={now} />
    </p>
  );
}
