import { pathId, z } from '#lib/wire/z.ts';
import { newsStatuses } from './model.ts';

/** Higher than the limit of any text, so that our own rule can give the reason. */
const text = z.string('must be sent once, as text').max(100_000, 'has more than 100000 characters');
const reason = text.optional().default('');

const fields = {
  Title: text,
  Message: text,
  Status: z.enum(newsStatuses, 'must be published, scheduled or draft').default('published'),
  /** in UTC unless it names a zone; used if Status is scheduled */
  ReleaseDate: text.optional().default(''),
};

/** POST /newscreate */
export const NewsForm = z.object(fields);
export type WrittenNews = z.output<typeof NewsForm>;

/** POST /newscreate/{newsId} */
export const NewsEditForm = z.object({
  ...fields,
  newsId: pathId,
  /** the version that was edited; without it a newer one is overwritten */
  Version: text.optional(),
  Reason: reason,
});
export type EditedNews = z.output<typeof NewsEditForm>;

/** POST /newsdelete/{newsId}, POST /newsrestore/{newsId} */
export const NewsEndForm = z.object({ newsId: pathId, Reason: reason });
export type NewsEnd = z.output<typeof NewsEndForm>;

/** POST /newscomment/{newsId}: a comment on a published post */
export const NewsCommentForm = z.object({ newsId: pathId, Text: text });
export type NewsComment = z.output<typeof NewsCommentForm>;
