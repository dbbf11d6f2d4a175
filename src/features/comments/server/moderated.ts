import { sql } from 'kysely';
import type { Published } from '#features/texts/held.ts';
import type { HeldText } from '#features/texts/server/repo.ts';
import type { OnMerge } from '#features/tracks/move-merge/server/merge.ts';
import type { TxCtx } from '#platform/context.ts';
import { assertAllowed, Problem } from '#platform/http/problem.ts';
import { WriteForm } from '../forms.ts';
import { write } from './actions.ts';
import { mayWrite } from './policy.ts';
import { writeSubject } from './subject.ts';

/** Publishes a held comment, award or change as its author, by the rules that apply now. */
export const publishHeld = (at: TxCtx, { text, payload, replaced }: HeldText): Promise<Published> =>
  publish(at, { ...payload, Comment: text }, replaced);

/** Takes back a change that was published: the comment gets its earlier text. */
export const takeBackChange = (at: TxCtx, { text, payload, replaced }: HeldText): Promise<Published> =>
  publish(at, { ...payload, Comment: replaced ?? '' }, text);

/** `before`: the text that a change was made to. */
async function publish(at: TxCtx, fields: object, before: string | null): Promise<Published> {
  const stored = Object.entries(fields).flatMap(([name, value]) =>
    value === null ? [] : [[name, String(value)]],
  );
  const form = WriteForm.parse(Object.fromEntries(stored));
  const subject = await writeSubject(at, form);
  assertAllowed(mayWrite(at.viewer, subject));
  if (subject.is === 'change' && subject.comment.text !== before)
    throw new Problem(409, 'Its author has changed it since.');
  const { CommentId, Link } = await write(at, subject, form);
  return { resultId: CommentId, link: Link };
}

/**
 * The comments and awards of a duplicate move to the other track. A second award of the same user, or one of its authors, becomes a
 * comment there.
 */
export const mergeComments: OnMerge = async ({ db, site }, { from, into }) => {
  await sql`
    update comment c set track_id = ${into}, is_award = c.is_award and not exists (
      select from comment o where o.site = c.site and o.track_id = ${into} and o.user_id = c.user_id and o.is_award
        and o.deleted_at is null
    ) and not exists (
      select from track_author a where a.site = c.site and a.track_id = ${into} and a.user_id = c.user_id and not a.is_pending
    )
    where c.site = ${site.code} and c.track_id = ${from}`.execute(db);
};
