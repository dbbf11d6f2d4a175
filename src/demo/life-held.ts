import { forSite } from '#db/for-site.ts';
import { holdText } from '#features/texts/server/actions.ts';
import { hourMs } from '#lib/codes/durations.ts';
import { newsBoardId } from '#lib/codes/forum.ts';
import { Level } from '#lib/codes/level.ts';
import { actAs, named, openTracks, type Scene } from './scene.ts';

/** Texts with links and a picture of new users, which wait for a moderator. */
export async function seedHeldTexts(scene: Scene): Promise<void> {
  const [track, other] = openTracks(scene).toReversed();
  const thread = await forSite(scene.tx, 'forum_thread')
    .where('board_id', '<>', newsBoardId)
    .where('is_locked', '=', false)
    .orderBy('last_post_at', 'desc')
    .orderBy('thread_id')
    .select('thread_id')
    .executeTakeFirst();
  if (!track || !other || !thread) return;
  const on = (kind: 'comment' | 'award', { trackId }: typeof track, text: string) => ({
    kind,
    placeId: trackId,
    text,
    payload: { trackId, kind, commentId: 0, replyTo: null, key: null },
  });
  const texts = [
    [
      'first-gear',
      50,
      on(
        'comment',
        track,
        'I filmed my best run so far: https://clips.example/first-gear/12 Where do I lose so much in the second loop?',
      ),
    ],
    [
      'nimbus',
      31,
      on(
        'award',
        other,
        'The view from the last bridge is [url=https://wallpapers.example/bridge]my wallpaper now[/url]. Thank you for this one!',
      ),
    ],
    [
      'first-gear',
      7,
      {
        kind: 'post',
        placeId: thread.thread_id,
        text: 'This is where I always fly off:\n[img]https://clips.example/first-gear/fly-off.png[/img]\nBraking earlier does not help.',
        payload: { threadId: thread.thread_id },
      },
    ],
  ] as const;
  for (const [name, hoursAgo, text] of texts) {
    const person = named(scene, name);
    const viewer = { ...person.viewer, level: Level.standard };
    await holdText(
      actAs(scene.tx, { viewer }, new Date(scene.tx.clock.now().getTime() - hoursAgo * hourMs)),
      text,
    );
  }
}
