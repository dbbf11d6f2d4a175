import { z } from 'zod';
import { forSite } from '#db/for-site.ts';
import { Level } from '#lib/codes/level.ts';
import { conflict, no, yes } from '#lib/rules/verdict.ts';
import type { Ctx } from '#platform/context.ts';
import type { AnyAct, ModeratorAct } from './act.ts';
import { removedComment, restoredComment } from './comments.ts';
import { latestAct } from './stored.ts';

/** The input of acts without fields other than the reason. */
const nothing = z.object({});
type Nothing = z.output<typeof nothing>;

type CommentKind = 'comment' | 'award';

const kindOfComment = async (ctx: Ctx, commentId: number): Promise<CommentKind | null> => {
  const row = await forSite(ctx, 'comment')
    .where('comment_id', '=', commentId)
    .select('is_award')
    .executeTakeFirst();
  if (!row) return null;
  return row.is_award ? 'award' : 'comment';
};

const removal = (kind: CommentKind): ModeratorAct<Nothing> => ({
  name: `${kind}.delete`,
  kinds: ['comment'],
  label: `Remove the ${kind}`,
  level: Level.moderator,
  fields: [],
  input: nothing,
  notifies: true,
  allow: async (ctx, { id, isGone }) => {
    if ((await kindOfComment(ctx, id)) !== kind) return no(`This is no ${kind}.`);
    return isGone ? conflict(`The ${kind} is already removed.`) : yes;
  },
  run: (tx, { id }, _, reason) => removedComment(tx, id, reason),
});

const restoration = (kind: CommentKind): ModeratorAct<Nothing> => ({
  name: `${kind}.restore`,
  kinds: ['comment'],
  label: `Restore the ${kind}`,
  level: Level.moderator,
  fields: [],
  input: nothing,
  allow: async (ctx, subject) => {
    if ((await kindOfComment(ctx, subject.id)) !== kind) return no(`This is no ${kind}.`);
    if (!subject.isGone) return conflict(`The ${kind} is not removed.`);
    const removed = await latestAct(ctx, subject, [`${kind}.delete`]);
    return removed ? yes : conflict(`The ${kind} was not removed by a moderator.`);
  },
  run: async (tx, subject) => {
    const removed = await latestAct(tx, subject, [`${kind}.delete`]);
    return { ...(await restoredComment(tx, subject.id)), undoes: removed?.actId };
  },
});

/** Acts on comments and awards. */
export const textActs: readonly AnyAct[] = (['comment', 'award'] as const).flatMap((kind) => [
  removal(kind),
  restoration(kind),
]);
