import { standInPicture } from '#features/tracks/pictures/stand-in.ts';
import { formatTime } from '#lib/format/time.ts';
import { routes } from '#routes/routes.ts';
import type { Site } from '#sites/schema.ts';
import { Icon } from '#ui/Icon.tsx';
import { PersonLink } from '#ui/PersonLink.tsx';
import { When, wireDate } from '#ui/When.tsx';
import type { VideoViewRow } from '../views.ts';

interface Props {
  videos: readonly VideoViewRow[];
  site: Site;
  now: Date;
  /** on a page of their own: with the author and the number of tracks */
  isLarge?: boolean;
}

/** mm:ss, without hundredths. */
export const videoLength = (seconds: number) => formatTime(seconds * 1000).replace(/\.\d\d$/, '');

/** Our own copy of the picture if we have one: pages load nothing from other hosts. */
const pictureOf = ({ Thumbnail, VideoId }: VideoViewRow, site: Site) =>
  /^\/(?!\/)/.test(Thumbnail) ? Thumbnail : standInPicture(VideoId, site.environments[0] ?? 0);

/** Videos as pictures with their length, for pages with other contents too. */
export function VideoCards({ videos, site, now, isLarge = false }: Props) {
  return (
    <ul className={isLarge ? 'vids vids--large' : 'vids'}>
      {videos.map((video) => (
        <li key={video.VideoId} className="vid">
          <div className="vid__pic">
            <img
              src={pictureOf(video, site)}
              alt=""
              width="480"
              height="300"
              loading="lazy"
              decoding="async"
            />
            <Icon name="play" />
            {video.Length > 0 && <span className="vid__len n">{videoLength(video.Length)}</span>}
          </div>
          <a className="vid__t" dir="auto" href={routes.videoShow(video.VideoId)} title={video.Title}>
            {video.Title}
          </a>
          {isLarge && (
            <p className="meta">
              {video.Author && (
                <>
                  by <bdi>{video.Author}</bdi> ·{' '}
                </>
              )}
              {video.MapCount} {video.MapCount === 1 ? 'track' : 'tracks'}
            </p>
          )}
          <p className="meta">
            {isLarge && 'posted by '}
            <PersonLink person={video.Poster} /> · <When at={wireDate(video.PostedAt)} now={now} />
          </p>
        </li>
      ))}
    </ul>
  );
}
