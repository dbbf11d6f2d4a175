import { PlayLaterToggle } from '#features/playlater/ui/PlayLaterToggle.tsx';
import { environmentById } from '#lib/codes/environment.ts';
import { formatCount } from '#lib/format/count.ts';
import { formatResult } from '#lib/format/result.ts';
import { routes } from '#routes/routes.ts';
import type { Site } from '#sites/schema.ts';
import { Icon } from '#ui/Icon.tsx';
import { ReplayTypePlate } from '../../replay-type/ui/ReplayTypePlate.tsx';
import type { TrackTileRow } from '../fields.ts';
import { AuthorLine, authorsOf } from './AuthorLine.tsx';
import { Difficulty } from './Difficulty.tsx';
import { trackName } from './track-name.ts';
import { VisibilityBadge } from './VisibilityBadge.tsx';

/** A row that may include its feature comment. */
type TileRow = TrackTileRow & { readonly Feature?: { readonly Comment: string } | null };

interface TilesProps {
  tracks: readonly TileRow[];
  site: Site;
  viewerId: number;
  /** whether the viewer may have a Play Later list */
  hasPlayLater?: boolean;
  /** only featured tracks are shown, each with its comment */
  featured?: boolean;
  /** a label on each tile */
  badge?: string;
  /** label of the list if it has no heading */
  label?: string;
  /** whether the page is about this list; other pages show their text first, then these pictures */
  isMain?: boolean;
}

/** When pictures of tiles are loaded. */
const pictureOrder = {
  first: { loading: 'eager' },
  later: { loading: 'lazy' },
  afterText: { loading: 'lazy', fetchPriority: 'low' },
} as const;

/** Tracks as tiles. Pictures further down are loaded lazily. */
export function TrackTiles({ tracks, label, isMain = false, ...shown }: TilesProps) {
  return (
    <ul className="tiles" aria-label={label}>
      {tracks.map((track, index) => (
        <TrackTile
          key={track.TrackId}
          track={track}
          picture={isMain ? (index < 5 ? 'first' : 'later') : 'afterText'}
          {...shown}
        />
      ))}
    </ul>
  );
}

interface Props extends Omit<TilesProps, 'tracks' | 'label' | 'isMain'> {
  track: TileRow;
  picture: keyof typeof pictureOrder;
}

function TrackTile({ track, site, viewerId, hasPlayLater = false, featured = false, badge, picture }: Props) {
  const name = trackName(track);
  return (
    <li className="tile">
      <div className="tile__pic">
        <img
          src={routes.trackCover(track.TrackId, 640)}
          srcSet={`${routes.trackCover(track.TrackId, 320)} 320w, ${routes.trackCover(track.TrackId, 640)} 640w`}
          sizes="(max-width: 30em) 46vw, 20rem"
          alt=""
          width="480"
          height="300"
          {...pictureOrder[picture]}
          decoding="async"
        />
        {site.capabilities.showsEnvironmentOverlay && <Plates track={track} />}
        {badge && <span className="lab lab--ok tile__badge">{badge}</span>}
        <VisibilityBadge track={track} always={isAuthor(track, viewerId)} className="tile__vis" />
        <span className="tile__time">
          <img src="/images/medals/author.svg" alt="Author time" width="13" height="13" />
          {formatResult(track.PrimaryType, track.AuthorTime, track.AuthorScore)}
        </span>
      </div>
      <div className="tile__t">
        <ReplayTypePlate replayType={track.ReplayType} trackValue={track.TrackValue} />
        <a className="tn" dir="auto" href={routes.trackShow(track.TrackId)} title={name}>
          {name}
        </a>
      </div>
      <div className="tile__by">
        <AuthorLine authors={authorsOf(track)} />
      </div>
      <div className="tile__meta">
        <span className="aw" title="Awards">
          <Icon name="award" />
          <span className="sr">Awards: </span>
          {formatCount(track.Awards)}
        </span>
        <Difficulty difficulty={track.Difficulty} />
        {track.HasImages && <Has icon="image" what="Has pictures" />}
        {track.WRReplay && <Has icon="replay" what="Has replays" />}
        <span className="tile__acts">
          {hasPlayLater && <PlayLaterToggle trackId={track.TrackId} isOn={track.InBookmarks} name={name} />}
          <DownloadLink trackId={track.TrackId} name={name} />
        </span>
      </div>
      {featured && track.Feature && <p className="tile__why">{track.Feature.Comment}</p>}
    </li>
  );
}

/** Environment and, if it is from another environment, car. */
function Plates({ track }: { track: TrackTileRow }) {
  const environment = environmentById(track.Environment);
  const car = environmentById(track.Car);
  if (!environment) return null;
  const plates: { id: number; word: string }[] = [{ id: environment.id, word: environment.name }];
  if (car && car !== environment) plates.push({ id: car.id, word: `${car.name} car` });
  return (
    <span className="tile__env">
      {plates.map(({ id, word }) => (
        <img key={word} src={`/images/e${id}.svg`} alt={word} title={word} width="22" height="22" />
      ))}
    </span>
  );
}

const isAuthor = (track: TrackTileRow, viewerId: number) =>
  viewerId > 0 && track.Authors.some((author) => author.User.UserId === viewerId && !author.IsPending);

function Has({ icon, what }: { icon: 'image' | 'replay'; what: string }) {
  return (
    <span className="tile__has" title={what}>
      <Icon name={icon} />
      <span className="sr">{what}</span>
    </span>
  );
}

export function DownloadLink({ trackId, name }: { trackId: number; name: string }) {
  return (
    <a className="act" href={routes.trackGbx(trackId)} aria-label={`Download ${name}`} title="Download">
      <Icon name="download" />
    </a>
  );
}
