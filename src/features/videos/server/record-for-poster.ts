import { type ActFacts, recordModeration } from '#features/modlog/server/actions.ts';
import { notify } from '#features/notices/server/actions.ts';
import { cleanMessage } from '#lib/bbcode/typed.ts';
import type { TxCtx } from '#platform/context.ts';
import { routes } from '#routes/routes.ts';

const verbs = { edit: 'edited', remove: 'removed', restore: 'restored' } as const;

/** Logs a moderator's act on another user's video with its reason, and notifies the poster. */
export async function recordForPoster(
  tx: TxCtx,
  video: { readonly video_id: number; readonly poster_id: number; readonly title: string },
  act: keyof typeof verbs,
  reason: string,
  changed: Pick<ActFacts, 'before' | 'after'>,
): Promise<void> {
  await recordModeration(tx, {
    act: `video.${act}`,
    subject: { kind: 'video', id: video.video_id },
    reason,
    ...changed,
    personId: video.poster_id,
  });
  await notify(tx, {
    to: [video.poster_id],
    kind: 'account.moderated',
    text: `A moderator ${verbs[act]} your video “${video.title}”. Reason: ${cleanMessage(reason)}`,
    link: act === 'remove' ? routes.videoSearch() : routes.videoShow(video.video_id),
  });
}
