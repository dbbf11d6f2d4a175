import { forSite } from '#db/for-site.ts';
import { notify } from '#features/notices/server/actions.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { TxCtx } from '#platform/context.ts';
import { routes } from '#routes/routes.ts';
import type { Placed } from '../../ranking/changes.ts';
import type { Track } from './site-facts.ts';

/** Notifies the driver whose record was just beaten. Never names a time, which may be secret. */
export async function notifyBeaten(tx: TxCtx, track: Track, { isRecord, before }: Placed): Promise<void> {
  if (!isRecord || before?.position === 0) return; // drivers who beat their own record beat nobody else's
  const second = await forSite(tx, 'replay')
    .where('track_id', '=', track.trackId)
    .where('is_best', '=', true)
    .where('user_id', '<>', tx.viewer.userId)
    .orderBy('result')
    .orderBy('replay_at')
    .orderBy('replay_id')
    .limit(1)
    .select('user_id')
    .executeTakeFirst();
  if (!second) return;
  await notify(tx, {
    to: [second.user_id],
    kind: 'record.beaten',
    text: `${tx.viewer.name} beat your record on “${stripGameText(track.name)}”.`,
    link: routes.trackShow(track.trackId),
  });
}
