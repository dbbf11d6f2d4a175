import type { Ctx } from '#platform/context.ts';
import { linesOf } from '#platform/lines/lines.ts';
import { excerptLength, excerptPart } from '../excerpt.ts';

/** The parts of posts around the first searched word, by PostId, as stored lines; their beginnings if nothing is searched. */
export async function excerptsOf(
  ctx: Ctx,
  posts: readonly { readonly PostId: number }[],
  query: string,
): Promise<ReadonlyMap<number, string>> {
  const lines = await linesOf(
    ctx,
    'forum_post',
    posts.map(({ PostId }) => PostId),
    query === '' ? excerptLength : undefined,
  );
  return new Map([...lines].map(([postId, line]) => [postId, excerptPart(line, query)]));
}
