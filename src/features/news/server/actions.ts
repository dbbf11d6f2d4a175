import { nextId } from '#db/ids.ts';
import type { ActState } from '#features/modlog/model.ts';
import { recordAct } from '#features/modlog/server/actions.ts';
import { changedFacts } from '#features/modlog/states.ts';
import { retitleNotices } from '#features/notices/server/actions.ts';
import { cleanMessage } from '#lib/bbcode/typed.ts';
import { instantOf, releaseDateMessage } from '#lib/format/dates.ts';
import type { TxCtx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { lineOf } from '#platform/lines/lines.ts';
import { storedMentions } from '#platform/mentions.ts';
import { rememberPictures } from '#platform/remote-pictures/remember.ts';
import { routes } from '#routes/routes.ts';
import type { EditedNews, WrittenNews } from '../forms.ts';
import { cleanTitle, messageMistake, type NewsStatus, statusOf, titleMistake } from '../model.ts';
import { edit, notifyAuthor, reasonOf, unpublish } from './acts.ts';
import { isOthersNews } from './policy.ts';
import { notifyMentioned, publishNews, withdrawNews } from './publish.ts';
import type { StoredNews } from './repo.ts';

/** The response to scripts after a write: where the result is shown. */
interface NewsAnswer {
  NewsId: number;
  Link: string;
}

export const answerOf = (newsId: number): NewsAnswer => ({ NewsId: newsId, Link: routes.newsShow(newsId) });

interface CheckedNews {
  readonly title: string;
  readonly message: string;
  readonly status: NewsStatus;
  readonly releaseAt: Date | null;
}

/** Checks what was typed; throws a Problem 422 with the first mistake. */
async function checked(tx: TxCtx, form: WrittenNews): Promise<CheckedNews> {
  const [title, message] = [cleanTitle(form.Title), await storedMentions(tx, cleanMessage(form.Message))];
  const refused = (detail: string, field: string) => new Problem(422, detail, { field });
  const wrongTitle = titleMistake(title);
  if (wrongTitle) throw refused(wrongTitle, 'Title');
  const wrongMessage = messageMistake(message);
  if (wrongMessage) throw refused(wrongMessage, 'Message');
  if (form.Status !== 'scheduled') return { title, message, status: form.Status, releaseAt: null };
  const releaseAt = instantOf(form.ReleaseDate);
  // false for an invalid date
  if (!(releaseAt > tx.clock.now())) throw refused(releaseDateMessage, 'ReleaseDate');
  return { title, message, status: form.Status, releaseAt };
}

/** Writes a news post: POST /newscreate. */
export async function createNews(tx: TxCtx, form: WrittenNews): Promise<NewsAnswer> {
  const { title, message, status, releaseAt } = await checked(tx, form);
  const now = tx.clock.now();
  const { site } = tx;
  const news = await tx.db
    .insertInto('news')
    .values({
      site: site.code,
      news_id: nextId('news', site.code),
      user_id: tx.viewer.userId,
      title,
      message,
      line: lineOf('news', message),
      posted_at: now,
      updated_at: now,
      release_at: releaseAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await rememberPictures(tx, message);
  if (status === 'published') await publishNews(tx, news);
  return answerOf(news.news_id);
}

/** What an edit form can change about a news post, as the moderation log shows it. */
const loggedNews = ({ title, message, status, releaseAt }: CheckedNews): ActState => ({
  Title: title,
  Message: message,
  Status: status,
  ReleaseDate: releaseAt?.toISOString() ?? null,
});

/** Throws a Problem 409 if the form shows another version than the stored one. */
function assertCurrent(news: StoredNews, version: string | undefined): void {
  if (version === undefined || version === String(news.version)) return;
  throw new Problem(
    409,
    'Version: this news post changed while you were editing. Compare the versions below and save again.',
    { field: 'Version' },
  );
}

/** Saves an edit form for a locked news post: POST /newscreate/{newsId}. */
export async function saveNews(tx: TxCtx, news: StoredNews, form: EditedNews): Promise<NewsAnswer> {
  assertCurrent(news, form.Version);
  const { title, message, status, releaseAt } = await checked(tx, form);
  const before = statusOf(news);
  const changed = changedFacts(
    loggedNews({ ...news, status: before, releaseAt: news.release_at }),
    loggedNews({ title, message, status, releaseAt }),
  );
  const isChanged = title !== news.title || message !== news.message;
  await tx.db
    .updateTable('news')
    .set({
      title,
      message,
      line: lineOf('news', message),
      release_at: releaseAt,
      version: news.version + 1,
      ...(isChanged && { updated_at: tx.clock.now() }),
      ...(status !== 'published' && { published_at: null }),
    })
    .where('site', '=', tx.site.code)
    .where('news_id', '=', news.news_id)
    .execute();
  await rememberPictures(tx, message);
  const saved = { ...news, title, message };
  await retitleNotices(tx, routes.newsShow(news.news_id), news.title, title);
  if (before === 'published' && status !== 'published') await withdrawNews(tx, news.news_id);
  const subject = { kind: 'news', id: news.news_id };
  if (isOthersNews(tx.viewer, news) || (isChanged && before === 'published')) {
    const reason = reasonOf(tx, saved, form.Reason);
    await recordAct(tx, edit, {
      subject,
      reason,
      ...changed,
      ...(await notifyAuthor(tx, saved, 'edited', reason)),
    });
  }
  if (status === 'published' && before !== 'published') await publishNews(tx, saved);
  else if (status === 'published') await notifyMentioned(tx, saved, news.message);
  else if (before === 'published') await recordAct(tx, unpublish, { subject, reason: `“${title}”` });
  return answerOf(news.news_id);
}

/** Hides a news post from the viewer's front page, or shows it again: PUT /togglenewsdismiss/{newsId}. */
export async function toggleDismissal(tx: TxCtx, news: StoredNews): Promise<{ Added: boolean }> {
  const key = { site: tx.site.code, news_id: news.news_id, user_id: tx.viewer.userId };
  const { numDeletedRows } = await tx.db
    .deleteFrom('news_dismissal')
    .where('site', '=', key.site)
    .where('news_id', '=', key.news_id)
    .where('user_id', '=', key.user_id)
    .executeTakeFirstOrThrow();
  if (numDeletedRows > 0n) return { Added: false };
  await tx.db.insertInto('news_dismissal').values(key).execute();
  return { Added: true };
}
