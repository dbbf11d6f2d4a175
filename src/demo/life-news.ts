import { forSite } from '#db/for-site.ts';
import { createNews, toggleDismissal } from '#features/news/server/actions.ts';
import { commentSubject, mayCommentNews, writeComment } from '#features/news/server/comments.ts';
import { mayDismissNews, mayWriteNews } from '#features/news/server/policy.ts';
import { lockedPublishedNews } from '#features/news/server/repo.ts';
import { daysAfter, daysBefore, hourMs } from '#lib/codes/durations.ts';
import { Level } from '#lib/codes/level.ts';
import type { TxCtx } from '#platform/context.ts';
import { assertAllowed } from '#platform/http/problem.ts';
import { editionWords } from './edition-words.ts';
import { deliver, readOldNotices } from './life-notices.ts';
import { actAs, named, ofEdition, type Person, type Scene } from './scene.ts';

/** Posts of the crew: published ones, of which one has comments and one is dismissed by its author, and a scheduled one. */
export async function seedNews(scene: Scene): Promise<void> {
  const { tx } = scene;
  const now = tx.clock.now();
  const { viewer } = named(scene, 'mo');
  const crew = { viewer: { ...viewer, level: Level.moderator } };
  const published: { newsId: number; at: Date }[] = [];
  const { news, scheduledNews, newsComments } = ofEdition(tx, editionWords);
  for (const [index, { title: Title, message: Message }] of news.toReversed().entries()) {
    const at = daysBefore(now, 90 - 21 * index);
    const crewTx = actAs(tx, crew, at);
    const newsId = await post(crewTx, { Title, Message, Status: 'published', ReleaseDate: '' });
    await deliver(crewTx);
    published.push({ newsId, at });
  }
  const { title: Title, message: Message } = scheduledNews;
  const ReleaseDate = daysAfter(now, 14).toISOString();
  await post(actAs(tx, crew, daysBefore(now, 2)), { Title, Message, Status: 'scheduled', ReleaseDate });

  const [oldest, newest] = [published[0], published.at(-1)];
  if (newest) await comment(scene, newest, newsComments);
  if (oldest) {
    const crewTx = actAs(tx, crew, daysAfter(oldest.at, 7));
    assertAllowed(mayDismissNews(crewTx.viewer));
    await toggleDismissal(crewTx, await lockedPublishedNews(crewTx, oldest.newsId));
  }
  await readOldNotices(tx, ['news.new', 'forum.reply']);
}

/** POST /newscreate, and returns the new id. */
async function post(tx: TxCtx, form: Parameters<typeof createNews>[1]): Promise<number> {
  assertAllowed(mayWriteNews(tx.viewer));
  return (await createNews(tx, form)).NewsId;
}

/** POST /newscomment by different users, some hours apart. */
async function comment(
  scene: Scene,
  { newsId, at: publishedAt }: { readonly newsId: number; readonly at: Date },
  texts: readonly string[],
): Promise<void> {
  const at = (index: number) => new Date(publishedAt.getTime() + (2 + 5 * index) * hourMs);
  const commenters = await quietSince(scene, publishedAt);
  for (const [index, Text] of texts.entries()) {
    const by = commenters[index];
    if (!by) return;
    const userTx = actAs(scene.tx, by, at(index));
    const form = { newsId, Text };
    const subject = await commentSubject(userTx, form);
    assertAllowed(mayCommentNews(userTx.viewer, subject));
    await writeComment(userTx, subject, form);
  }
}

/** Users without a later post in the forum, whose pace is measured from their last post. Requires the posts of the forum. */
async function quietSince({ tx, people, shuffled }: Scene, since: Date): Promise<Person[]> {
  const posts = await forSite(tx, 'forum_post').where('posted_at', '>=', since).select('user_id').execute();
  const later = new Set(posts.map(({ user_id }) => user_id));
  return shuffled(people.filter((person) => person.since < since && !later.has(person.userId)));
}
