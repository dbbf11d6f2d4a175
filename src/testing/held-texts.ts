import { forSite } from '#db/for-site.ts';
import { Level } from '#lib/codes/level.ts';
import type { TestCtx } from './ctx.ts';
import { grantRole } from './moderators.ts';
import { asMember, makeTrack } from './tracks.ts';
import { Uploader } from './uploader.ts';

/** A track, a new writer and a moderator, on the edition of `first`. */
export async function world(first: TestCtx) {
  const owner = await asMember(first);
  const trackId = await makeTrack(owner);
  const writer = await asMember(owner);
  owner.clock.forward({ days: 2 }); // awards need an account of some age
  const moderator = await grantRole(await asMember(owner), Level.moderator, [owner.site.code]);
  return { owner, trackId, writer, moderator };
}

export const post = async (ctx: TestCtx, path: string, form: Record<string, string>) =>
  (await Uploader.of(ctx)).ask('POST', path, { form: new URLSearchParams(form) });

export type Answer = Awaited<ReturnType<typeof post>>;
export const heldIn = (answer: Answer) => answer.json<{ HeldTextId: number | null }>().HeldTextId;

export async function held(answer: Answer): Promise<number> {
  if (answer.status !== 200) throw new Error(`Refused: ${JSON.stringify(answer.problem)}`);
  const id = heldIn(answer);
  if (id === null) throw new Error('It was published.');
  return id;
}

export const say = (ctx: TestCtx, trackId: number, text: string, kind = 'comment', commentId = 0) =>
  post(ctx, `/commentupdate/${trackId}/${kind}/${commentId}`, { Comment: text });

export const decide = (ctx: TestCtx, id: number, act = 'text.release', Reason = 'Read.') =>
  post(ctx, '/moderation/act', { site: ctx.site.code, kind: 'heldtext', id: `${id}`, act, Reason });
export const undo = (ctx: TestCtx, answer: Answer) =>
  post(ctx, '/moderation/undo', {
    site: ctx.site.code,
    actId: `${answer.json<{ ActId: number }>().ActId}`,
    Reason: 'A mistake.',
  });

export const rowOf = (ctx: TestCtx, heldId: number) =>
  forSite(ctx, 'held_text').where('held_id', '=', heldId).selectAll().executeTakeFirst();
export const stateOf = async (ctx: TestCtx, heldId: number) => (await rowOf(ctx, heldId))?.state;
export const commentsOn = async (ctx: TestCtx, trackId: number) =>
  (
    await forSite(ctx, 'comment')
      .where('track_id', '=', trackId)
      .where('deleted_at', 'is', null)
      .orderBy('comment_id')
      .select('text')
      .execute()
  ).map(({ text }) => text);
export const postsOf = async (ctx: TestCtx, userId: number) =>
  (
    await forSite(ctx, 'forum_post')
      .where('user_id', '=', userId)
      .where('deleted_at', 'is', null)
      .orderBy('post_id')
      .select('text')
      .execute()
  ).map(({ text }) => text);
export const caseOf = (ctx: TestCtx, id: number) =>
  forSite(ctx, 'moderation_case')
    .where('subject_kind', '=', 'heldtext')
    .where('subject_id', '=', id)
    .select(['state', 'outcome', 'person_id'])
    .execute();
export const noticesOf = async (ctx: TestCtx) =>
  (
    await forSite(ctx, 'notice')
      .where('user_id', '=', ctx.viewer.userId)
      .orderBy('notice_id')
      .select('text')
      .execute()
  ).map(({ text }) => text);

/** A text that is held. */
export const link = 'Look at https://videos.example/1';
