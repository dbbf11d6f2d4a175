import { z } from 'zod';
import { forSite } from '#db/for-site.ts';
import { removePost, restoreRemovedPost } from '#features/forum/server/moderated.ts';
import { removeReportedMessage } from '#features/messages/server/moderated.ts';
import { removeNews, restoreRemovedNews } from '#features/news/server/moderated.ts';
import { removePack, restoreRemovedPack } from '#features/packs/server/moderated.ts';
import { decideById } from '#features/remotepictures/server/moderated.ts';
import { profileParts } from '#features/users/edit/profile-parts.ts';
import { removePart } from '#features/users/server/moderated.ts';
import { removeAsModerator, restoreVideo } from '#features/videos/server/moderated.ts';
import { Level } from '#lib/codes/level.ts';
import { conflict, no, yes } from '#lib/rules/verdict.ts';
import type { Ctx } from '#platform/context.ts';
import type { Subject } from '../../rows.ts';
import type { AnyAct, ModeratorAct } from './act.ts';
import { removeCommentAct, restoreCommentAct } from './comments.ts';
import { type Nothing, removal, restoration, shared } from './plain-acts.ts';

const isOfKind = (wanted: 'comment' | 'award') => async (ctx: Ctx, subject: Subject) => {
  const row = await forSite(ctx, 'comment')
    .where('comment_id', '=', subject.id)
    .select('is_award')
    .executeTakeFirst();
  return row?.is_award === (wanted === 'award')
    ? yes
    : no(wanted === 'award' ? 'This is not an award.' : 'This is not a comment.');
};

const comments = (['comment', 'award'] as const).flatMap((what): AnyAct[] => {
  const ofKind = { kind: 'comment', fits: isOfKind(what) } as const;
  const restore = { name: `${what}.restore`, label: `Restore the ${what}`, run: restoreCommentAct } as const;
  return [
    removal({ ...ofKind, name: `${what}.delete`, label: `Remove the ${what}`, run: removeCommentAct }),
    { ...restoration(`${what}.delete`, { ...ofKind, ...restore }), notifies: undefined },
  ];
});

const pictureAct = (act: 'block' | 'allow', label: string): ModeratorAct<Nothing> => ({
  ...shared({ name: `picture.${act}`, kind: 'remotepicture', label }),
  allow: async (ctx, { id }) => {
    const row = await forSite(ctx, 'remote_picture')
      .where('picture_id', '=', id)
      .select('state')
      .executeTakeFirst();
    if (!row) return no('This picture does not exist.');
    if ((row.state === 'blocked') === (act === 'allow')) return yes;
    return conflict(act === 'block' ? 'This picture is already blocked.' : 'This picture is not blocked.');
  },
  run: async (tx, { id }, _, reason) => {
    await decideById(tx, id, act, reason);
    return undefined;
  },
});

const choiceOf = <Part extends keyof typeof profileParts>(parts: readonly Part[]) => ({
  name: 'Part',
  label: 'What to remove',
  isRequired: true,
  type: 'choice' as const,
  options: parts.map((value) => ({ value, label: profileParts[value] })),
});
const textParts = ['about', 'title', 'address'] as const;
const pictureParts = ['avatar', 'banner'] as const;

/** Removes a part of a user's page. */
const partAct = <Part extends keyof typeof profileParts>(
  act: Pick<AnyAct, 'name' | 'kinds' | 'label'>,
  parts: readonly [Part, ...Part[]],
): ModeratorAct<{ Part: Part }> => ({
  ...act,
  level: Level.moderator,
  fields: [choiceOf(parts)],
  input: z.object({ Part: z.enum(parts, { error: 'choose what to remove' }) }),
  allow: () => yes,
  run: async (tx, { id }, { Part }, reason) => {
    await removePart(tx, id, Part as keyof typeof profileParts, reason); // one of its keys
    return undefined;
  },
});

/** Acts on texts, packs, videos and pictures. */
export const textActs: readonly AnyAct[] = [
  ...comments,
  removal({ name: 'post.delete', kind: 'post', label: 'Remove the post', run: removePost }),
  restoration('post.delete', {
    name: 'post.restore',
    kind: 'post',
    label: 'Restore the post',
    run: restoreRemovedPost,
  }),
  removal({
    name: 'message.delete',
    kind: 'message',
    label: 'Remove the message',
    run: removeReportedMessage,
  }),
  removal({ name: 'pack.delete', kind: 'pack', label: 'Remove the trackpack', run: removePack }),
  restoration('pack.delete', {
    name: 'pack.restore',
    kind: 'pack',
    label: 'Restore the trackpack',
    run: restoreRemovedPack,
  }),
  removal({ name: 'video.remove', kind: 'video', label: 'Remove the video', run: removeAsModerator }),
  restoration('video.remove', {
    name: 'video.restore',
    kind: 'video',
    label: 'Restore the video',
    run: restoreVideo,
  }),
  removal({ name: 'news.delete', kind: 'news', label: 'Remove the news', run: removeNews }),
  restoration('news.delete', {
    name: 'news.restore',
    kind: 'news',
    label: 'Restore the news',
    run: restoreRemovedNews,
  }),
  pictureAct('block', 'Block the picture'),
  pictureAct('allow', 'Unblock the picture'),
  partAct(
    { name: 'profile.clean', kinds: ['user', 'face'], label: 'Remove a text of the profile' },
    textParts,
  ),
  partAct(
    { name: 'profile.picture', kinds: ['user', 'face'], label: 'Remove a picture of the profile' },
    pictureParts,
  ),
];
