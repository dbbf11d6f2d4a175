import { z } from 'zod';
import { acrossSites, forSite } from '#db/for-site.ts';
import { notify } from '#features/notices/server/actions.ts';
import { daysBefore } from '#lib/codes/durations.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { TxCtx } from '#platform/context.ts';
import { inTransaction, makeCtx } from '#platform/ctx.ts';
import { defineJob } from '#platform/jobs/registry.ts';
import { visitor } from '#platform/viewer.ts';
import { routes } from '#routes/routes.ts';
import { invitationDays } from '../../rights.ts';
import { countPeople } from '../../server/recount-people.ts';
import type { StoredTrack } from '../../server/repo.ts';

/** Accepts the viewer's invitation. */
export async function acceptInvitation(tx: TxCtx, track: StoredTrack): Promise<void> {
  await setPending(tx, track.track_id, false);
  await notifyUploader(tx, track, 'is now a co-author of');
  await countPeople(tx, [tx.viewer.userId]);
}

/** Withdraws the viewer's name for now: the invitation is open again for thirty days. */
export async function suspendAuthorship(tx: TxCtx, track: StoredTrack): Promise<void> {
  await setPending(tx, track.track_id, true);
  await notifyUploader(tx, track, 'is no longer a co-author of');
  await countPeople(tx, [tx.viewer.userId]);
}

/** Ends an invitation or a co-authorship, until the uploader invites the user again. */
export async function endAuthorship(tx: TxCtx, track: StoredTrack): Promise<void> {
  await tx.db
    .deleteFrom('track_author')
    .where('site', '=', tx.site.code)
    .where('track_id', '=', track.track_id)
    .where('user_id', '=', tx.viewer.userId)
    .where('is_uploader', '=', false)
    .execute();
  const answer = track.relation.isPending ? 'declined to be a co-author of' : 'left the authors of';
  await notifyUploader(tx, track, answer);
  await countPeople(tx, [tx.viewer.userId]);
}

async function setPending(tx: TxCtx, trackId: number, isPending: boolean): Promise<void> {
  await tx.db
    .updateTable('track_author')
    .set({ is_pending: isPending, invited_at: isPending ? tx.clock.now() : null })
    .where('site', '=', tx.site.code)
    .where('track_id', '=', trackId)
    .where('user_id', '=', tx.viewer.userId)
    .where('is_uploader', '=', false)
    .execute();
}

const notifyUploader = (tx: TxCtx, track: StoredTrack, what: string) =>
  notify(tx, {
    to: [track.uploader_id],
    kind: 'author.answered',
    text: `${tx.viewer.name} ${what} “${stripGameText(track.name)}”.`,
    link: routes.trackShow(track.track_id),
  });

/** Unanswered invitations expire after thirty days, and the uploader is notified. */
export const endInvitations = defineJob({
  name: 'end-invitations',
  input: z.object({}),
  cron: '7 * * * *',
  async run(services) {
    const before = daysBefore(services.clock.now(), invitationDays);
    const due = await acrossSites(services.db, 'invitations expire on every site')
      .selectFrom('track_author')
      .where('is_pending', '=', true)
      .where('invited_at', '<=', before)
      .select('site')
      .distinct()
      .execute();
    for (const site of services.sites.filter(({ code }) => due.some((row) => row.site === code))) {
      await inTransaction(makeCtx(services, site, visitor, services.requestId), (tx) => endDue(tx, before));
    }
  },
});

async function endDue(tx: TxCtx, before: Date): Promise<void> {
  const ended = await tx.db
    .deleteFrom('track_author')
    .where('site', '=', tx.site.code)
    .where('is_pending', '=', true)
    .where('invited_at', '<=', before)
    .returning('track_id')
    .execute();
  if (ended.length === 0) return;
  const ids = [...new Set(ended.map(({ track_id }) => track_id))];
  const tracks = await forSite(tx, 'track')
    .where('track_id', 'in', ids)
    .where('deleted_at', 'is', null)
    .select(['track_id', 'uploader_id', 'name'])
    .execute();
  for (const { track_id, uploader_id, name } of tracks) {
    await notify(tx, {
      to: [uploader_id],
      kind: 'author.answered',
      text: `An invitation to co-author “${stripGameText(name)}” expired after ${invitationDays} days.`,
      link: routes.trackShow(track_id),
    });
  }
}
