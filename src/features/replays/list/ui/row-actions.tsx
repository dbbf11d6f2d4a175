import { formatRank } from '#lib/format/ordinal.ts';
import { routes } from '#routes/routes.ts';
import { Icon } from '#ui/Icon.tsx';
import { IconLink } from '#ui/IconLink.tsx';
import type { Column } from '#ui/list/columns.ts';
import { ReportLink } from '#ui/ReportLink.tsx';
import { wireDate } from '#ui/When.tsx';
import { mayDownload } from '../../model.ts';
import { viewAddress } from '../../view-address.ts';
import type { ReplayViewRow } from '../views.ts';
import { rankColumn, trackNameOf } from './replay-columns.tsx';

/** The viewer of a list of replays, as far as rows differ. */
export interface RowViewer {
  /** 0 for visitors */
  readonly userId: number;
  readonly isModerator: boolean;
  /** of the track whose page this is; false elsewhere */
  readonly isAuthor: boolean;
  /** the secret of an unlisted track's link */
  readonly trackKey: string | null;
}

const isOwn = (viewer: RowViewer, { User }: ReplayViewRow) =>
  viewer.userId > 0 && viewer.userId === User.UserId;

/**
 * What can be done with each replay; on the page of a track, its name is not repeated. Narrow screens have room for one: viewing
 * is last, and its page has the file.
 */
export const actionsColumn = (
  viewer: RowViewer,
  now: Date,
  of: 'track' | 'driver',
): Column<ReplayViewRow> => ({
  head: 'Actions',
  quietHead: true,
  role: 'actions',
  cell: (replay) => {
    const driven = `the replay of ${replay.User.Name}`;
    const what = of === 'track' ? driven : `${driven} on ${trackNameOf(replay)}`;
    // what every row offers is named as briefly as the box in front of it
    const short = of === 'track' && replay.Position !== null ? formatRank(replay.Position + 1) : what;
    const own = isOwn(viewer, replay);
    return (
      <div>
        {viewer.userId > 0 && !own && (
          <ReportLink
            href={routes.report(4, replay.ReplayId, { of: 'replay', key: viewer.trackKey })}
            what={what}
            iconOnly
          />
        )}
        {viewer.isModerator && (
          <IconLink
            href={routes.replayEvidence(replay.ReplayId, viewer.trackKey)}
            icon="stats"
            title={`Evidence sheet of ${what}`}
          />
        )}
        {viewer.isAuthor && (
          <IconLink
            href={routes.replaySecret(replay.ReplayId, viewer.trackKey)}
            icon="lock"
            title={`Keep the time of ${what} secret`}
          />
        )}
        {(own || viewer.isModerator) && (
          <IconLink
            href={routes.replayDelete(replay.ReplayId, viewer.trackKey)}
            icon="trash"
            title={`Delete ${what}`}
          />
        )}
        <Download replay={replay} viewer={viewer} what={short} now={now} />
        <IconLink
          href={viewAddress(replay.Track.TrackId, { replayIds: [replay.ReplayId] }, viewer.trackKey)}
          icon="play"
          title={`View ${short}`}
        />
      </div>
    );
  },
});

/** Whether the viewer may see a run, which is when its file may be downloaded. */
const verdictOn = (replay: ReplayViewRow, viewer: RowViewer, now: Date) =>
  mayDownload(
    {
      primaryType: replay.Track.Type,
      replayAt: wireDate(replay.ReplayAt),
      // IsSecret says what the viewer may not see at this moment, not until when
      secretUntil: replay.IsSecret ? new Date(now.getTime() + 1) : null,
    },
    { isDriver: isOwn(viewer, replay), isAuthor: viewer.isAuthor, isModerator: viewer.isModerator },
    now,
  );

/** The form of the leaderboard (CompareForm.astro) to which the boxes of its rows belong. */
export const compareForm = 'compare';

/** The rank, with a box that chooses the run for a comparison. */
export const comparedRankColumn = (viewer: RowViewer, now: Date): Column<ReplayViewRow> => ({
  ...rankColumn,
  cell: (replay) => {
    const rank = rankColumn.cell(replay);
    if (!verdictOn(replay, viewer, now).ok) return rank;
    return (
      <label>
        <input
          type="checkbox"
          name="replays"
          value={replay.ReplayId}
          aria-label={`Compare ${typeof rank === 'string' ? rank : replay.User.Name}`}
        />
        {rank}
      </label>
    );
  },
});

interface DownloadProps {
  replay: ReplayViewRow;
  viewer: RowViewer;
  what: string;
  now: Date;
}

/** The file of a replay, or the reason why it cannot be downloaded yet. */
function Download({ replay, viewer, what, now }: DownloadProps) {
  const verdict = verdictOn(replay, viewer, now);
  if (!verdict.ok) {
    return (
      <span className="act rp__locked" role="img" title={verdict.reason}>
        <Icon name="lock" />
      </span>
    );
  }
  return (
    <IconLink
      href={routes.recordGbx(replay.ReplayId, viewer.trackKey)}
      icon="download"
      title={`Download ${what}`}
    />
  );
}
