import { formatCount } from '#lib/format/count.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import { routes } from '#routes/routes.ts';
import { PersonLink } from '#ui/PersonLink.tsx';
import type { PackViewRow } from '../views.ts';
import { PackPicture } from './PackPicture.tsx';

/** Packs with a picture each, for pages with other contents too. */
export function PackRows({ packs }: { packs: readonly PackViewRow[] }) {
  return (
    <ul className="packs">
      {packs.map((pack) => (
        <li key={pack.PackId}>
          <PackPicture pack={pack} />
          <div>
            <a className="tn" dir="auto" href={routes.trackPackShow(pack.PackId)}>
              {stripGameText(pack.PackName).trim() || `Trackpack ${pack.PackId}`}
            </a>
            <p className="meta">
              by <PersonLink person={pack.Creator} /> · value {formatCount(pack.PackValue)}
              {!pack.IsPublic && <span className="lab lab--warn">Hidden</span>}
              {pack.IsPublic && !pack.MapListReleased && (
                <span className="lab lab--info">Track list coming</span>
              )}
              {pack.AllowsTrackSubmissions && <span className="lab lab--ok">Open</span>}
            </p>
          </div>
          <p className="packs__n">
            <b className="n">{formatCount(pack.Tracks)}</b>
            <span className="meta">{pack.Tracks === 1 ? 'track' : 'tracks'}</span>
          </p>
        </li>
      ))}
    </ul>
  );
}
