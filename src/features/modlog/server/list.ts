import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import type { Ctx } from '#platform/context.ts';
import { type Walk, type WalkedPage, walkPage } from '#platform/lists/walk.ts';

export interface LoggedAct {
  readonly actId: number;
  readonly act: string;
  readonly subjectKind: string;
  readonly subjectId: number;
  readonly reason: string;
  /** null: the server itself */
  readonly by: { readonly UserId: number; readonly Name: string } | null;
  readonly at: Date;
}

const perPage = 40;

/** A page of the moderation log, newest first; of one subject if given. The caller has checked permissions. */
export function moderationLog(
  ctx: Ctx,
  walk: Walk,
  subject: { kind: string; id: number } | null,
): Promise<WalkedPage<LoggedAct>> {
  const keep: Record<string, string> = subject ? { subject: `${subject.kind}-${subject.id}` } : {};
  return walkPage(
    walk,
    perPage,
    keep,
    ({ at, actId }) => [at.getTime(), actId],
    async (reading) => {
      const direction = reading.reversed ? 'asc' : 'desc';
      let query = forSite(ctx, 'moderation_act')
        .leftJoin('profile', (join) =>
          join
            .onRef('profile.site', '=', 'moderation_act.site')
            .onRef('profile.user_id', '=', 'moderation_act.user_id'),
        )
        .select(['act_id', 'act', 'subject_kind', 'subject_id', 'reason', 'acted_at'])
        .select(['profile.user_id', 'profile.name'])
        .orderBy('acted_at', direction)
        .orderBy('act_id', direction)
        .limit(reading.limit);
      if (subject)
        query = query.where('subject_kind', '=', subject.kind).where('subject_id', '=', subject.id);
      if (reading.behind) {
        const [at = 0, actId = 0] = reading.behind;
        const key = sql`(${new Date(at)}::timestamptz, ${actId}::bigint)`;
        query = query.where(sql<boolean>`(acted_at, act_id) ${sql.raw(reading.reversed ? '>' : '<')} ${key}`);
      }
      return (await query.execute()).map((row) => ({
        actId: row.act_id,
        act: row.act,
        subjectKind: row.subject_kind,
        subjectId: row.subject_id,
        reason: row.reason,
        by: row.user_id && row.name ? { UserId: row.user_id, Name: row.name } : null,
        at: row.acted_at,
      }));
    },
  );
}
