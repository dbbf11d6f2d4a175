import { formatWhole } from '#lib/format/count.ts';
import { formatRank } from '#lib/format/ordinal.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import { routes } from '#routes/routes.ts';
import { Icon } from '#ui/Icon.tsx';
import { iconClass } from '#ui/icon-name.ts';
import type { Column } from '#ui/list/columns.ts';
import { PersonLink } from '#ui/PersonLink.tsx';
import { When, wireDate } from '#ui/When.tsx';
import { flagText } from '../../checks/flags.ts';
import { formatGap, type Gap } from '../../gap.ts';
import type { ReplayViewRow } from '../views.ts';
import { MedalMark } from './MedalImage.tsx';
import { ResultOf, resultText } from './ResultOf.tsx';

type ReplayColumn = Column<ReplayViewRow>;

/** 0-based on the wire; null: beaten, or driven on an older version. */
export const rankColumn: ReplayColumn = {
  head: 'Rank',
  role: 'position',
  cell: ({ Position, IsRevoked }) =>
    Position === null ? (
      <span title={`Not ranked: ${IsRevoked ? 'disqualified' : 'beaten, or on an older version'}`}>–</span>
    ) : (
      formatRank(Position + 1)
    ),
};

export const driverColumn: ReplayColumn = {
  head: 'Driver',
  role: 'name',
  cell: ({ User, Position, IsDriverVerified, IsRevoked }) => (
    <div>
      <PersonLink person={User} look="tn" />
      {Position === 0 && (
        <span className="lab lab--ok" title="World record">
          WR
        </span>
      )}
      {IsRevoked && (
        <span className="lab" title="Disqualified by moderators">
          Revoked
        </span>
      )}
      {!IsDriverVerified && (
        <i
          className={iconClass({ name: 'user', small: true })}
          role="img"
          title="Unverified: no login in file"
        />
      )}
    </div>
  ),
};

export const trackNameOf = ({ Track }: ReplayViewRow) =>
  stripGameText(Track.TrackName) || `Track ${Track.TrackId}`;

export const trackColumn: ReplayColumn = {
  head: 'Track',
  role: 'name',
  cell: (replay) => (
    <div>
      <a
        className="tn"
        dir="auto"
        href={routes.trackShow(replay.Track.TrackId)}
        title={trackNameOf(replay)}
        data-picture={routes.trackCover(replay.Track.TrackId, 640)}
      >
        {trackNameOf(replay)}
      </a>
    </div>
  ),
};

export const resultColumn: ReplayColumn = {
  head: 'Result',
  align: 'end',
  time: true,
  folded: 'end',
  cell: (replay) => (replay.IsSecret ? <ResultOf replay={replay} /> : resultText(replay)),
};

/** Results of different tracks cannot be compared: one track's can. */
export const rankedResultColumn: ReplayColumn = { ...resultColumn, order: [1, 2] };

const gapOf = (behind: number | null, respawns: number | null): Gap | null =>
  behind === null ? null : { behind, respawns: respawns ?? 0 };

/** Empty for the first place, and where a secret result is involved. */
const gapText = ({ Track, Position }: ReplayViewRow, gap: Gap | null) =>
  Position === 0 ? '' : formatGap(Track.Type, gap);

export const gapToFirstColumn: ReplayColumn = {
  head: 'Gap',
  align: 'end',
  numeric: true,
  muted: true,
  folded: 'endBelow',
  cell: (replay) => gapText(replay, gapOf(replay.Difference, replay.DifferenceRespawns)),
};

export const gapToPreviousColumn: ReplayColumn = {
  head: 'Interval',
  align: 'end',
  numeric: true,
  muted: true,
  shownFrom: 'medium',
  cell: (replay) => gapText(replay, gapOf(replay.Delta, replay.DeltaRespawns)),
};

export const pointsColumn: ReplayColumn = {
  head: 'Score',
  align: 'end',
  numeric: true,
  muted: true,
  shownFrom: 'medium',
  cell: ({ Score }) => (Score === null ? '' : formatWhole(Score)),
};

export const medalColumn: ReplayColumn = {
  head: 'Medal',
  align: 'center',
  shownFrom: 'medium',
  cell: ({ Medal }) => <MedalMark medal={Medal} />,
};

export const drivenColumn = (now: Date): ReplayColumn => ({
  head: 'Uploaded',
  order: [3, 4],
  align: 'end',
  muted: true,
  folded: 'below',
  cell: ({ ReplayAt }) => <When at={wireDate(ReplayAt)} now={now} />,
});

export const isMarked = ({ IsLeaderboard, Validated }: ReplayViewRow): boolean =>
  IsLeaderboard > 0 || Validated;

/** ✓ counts among the ten best, ✓✓ also among the two; a shield: proven by the Competition Patch. */
export const marksColumn: ReplayColumn = {
  head: 'Marks',
  quietHead: true,
  align: 'center',
  shownFrom: 'medium',
  cell: ({ IsLeaderboard, Validated }) => (
    <>
      {IsLeaderboard > 0 && (
        <span role="img" title={IsLeaderboard > 1 ? 'Counts for both boards' : 'Counts for the leaderboard'}>
          {'✓'.repeat(IsLeaderboard)}
        </span>
      )}
      {Validated && (
        <i
          className={`rp__shield ${iconClass({ name: 'shield', small: true })}`}
          role="img"
          title="Validated: driven with the Competition Patch"
        />
      )}
    </>
  ),
};

/** For moderators: the API sends logins to nobody else. */
export const loginColumn: ReplayColumn = {
  head: 'Login',
  muted: true,
  shownFrom: 'widest',
  limited: true,
  cell: ({ DriverLogIn, Flags }) => (
    <>
      <bdi>{DriverLogIn ?? '–'}</bdi> {Flags && Flags.length > 0 && <FlagMark flags={Flags} />}
    </>
  ),
};

/** What is unusual about the file: measurements for moderators, not a verdict. */
function FlagMark({ flags }: { flags: readonly string[] }) {
  const text = flags.map(flagText).join(' ');
  return (
    <span className="rp__mark" title={text}>
      <Icon name="flag" small />
      <span className="sr">{text}</span>
    </span>
  );
}
