import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '#platform/context.ts';
import type { ReplayFile } from '../replay-file.ts';

/** The condition that two runs `a` and `b` are the same: their inputs or their movements are. */
export const sameRun = (
  a: { readonly inputs: RawBuilder<unknown>; readonly line: RawBuilder<unknown> },
  b: string,
): RawBuilder<boolean> => {
  const [inputs, line] = [sql.ref(`${b}.run_inputs`), sql.ref(`${b}.run_line`)];
  return sql<boolean>`((${inputs} = ${a.inputs} and ${inputs} <> '') or (${line} = ${a.line} and ${line} <> ''))`;
};

/**
 * Whether another account posted the same run on the track. One that its own driver deleted does not count, one that a moderator
 * deleted does.
 */
export async function isRunOfAnother(
  ctx: Ctx,
  { identity }: ReplayFile,
  { trackId }: { readonly trackId: number },
): Promise<boolean> {
  if (!identity) return false; // the job that reads the file shows it to moderators
  const same = sameRun({ inputs: sql`${identity.inputs}`, line: sql`${identity.line}` }, 'r');
  const { rows } = await sql`
    select from replay r where r.site = ${ctx.site.code} and r.track_id = ${trackId}
      and r.user_id <> ${ctx.viewer.userId} and r.deleted_by is distinct from r.user_id and ${same} limit 1`.execute(
    ctx.db,
  );
  return rows.length > 0;
}
