import { formatRank } from '#lib/format/ordinal.ts';
import { routes } from '#routes/routes.ts';
import { Icon } from '#ui/Icon.tsx';
import { When, wireDate } from '#ui/When.tsx';
import type { ReplayViewRow } from '../views.ts';
import { MedalImage } from './MedalImage.tsx';
import { ResultOf } from './ResultOf.tsx';

interface Props {
  replay: ReplayViewRow;
  trackKey: string | null;
  now: Date;
}

/** One of the viewer's own replays of a track in one line. */
export function PersonalBest({ replay, trackKey, now }: Props) {
  const place = replay.Position === null ? 'beaten' : formatRank(replay.Position + 1);
  return (
    <p className="own">
      <MedalImage medal={replay.Medal} size={20} />
      <b>
        <ResultOf replay={replay} />
      </b>
      <span className="dim">
        {place} · <When at={wireDate(replay.ReplayAt)} now={now} />
      </span>
      <a
        className="act own__file"
        href={routes.recordGbx(replay.ReplayId, trackKey)}
        aria-label="Download your replay"
        title="Download"
      >
        <Icon name="download" />
      </a>
    </p>
  );
}
