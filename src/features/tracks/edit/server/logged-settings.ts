import { forSite } from '#db/for-site.ts';
import type { ActState } from '#features/modlog/model.ts';
import { difficulties, routeKinds } from '#lib/codes/track.ts';
import type { TxCtx } from '#platform/context.ts';

/** What an edit form can change about a track, as the moderation log shows it; people as their ids. */
export async function loggedSettings(tx: TxCtx, trackId: number): Promise<ActState> {
  const track = await forSite(tx, 'track')
    .where('track_id', '=', trackId)
    .select(['name', 'author_comments', 'difficulty', 'routes', 'tags'])
    .select(['is_public', 'is_listed', 'is_beta', 'release_at'])
    .executeTakeFirstOrThrow();
  const authors = await forSite(tx, 'track_author')
    .where('track_id', '=', trackId)
    .where('is_uploader', '=', false)
    .orderBy('position')
    .select(['user_id', 'role'])
    .execute();
  const pictures = await forSite(tx, 'track_image')
    .where('track_id', '=', trackId)
    .orderBy('position')
    .select(['file_name', 'file_size'])
    .execute();
  const tagNames = new Map(tx.site.tags.map(({ id, name }) => [id, name]));
  return {
    Name: track.name,
    AuthorComments: track.author_comments ?? '',
    Difficulty: difficulties[track.difficulty] ?? track.difficulty,
    Routes: routeKinds[track.routes] ?? track.routes,
    Tags: track.tags.map((id) => tagNames.get(id) ?? id),
    Public: track.is_public,
    Listed: track.is_listed,
    Beta: track.is_beta,
    ReleaseDate: track.release_at?.toISOString() ?? null,
    CoAuthors: authors.map(({ user_id }) => user_id),
    CoAuthorRoles: authors.map(({ role }) => role),
    // with the size, because another picture may have the same name
    Pictures: pictures.map(({ file_name, file_size }) => `${file_name} (${file_size} bytes)`),
  };
}
