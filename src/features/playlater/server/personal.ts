import { forSite } from '#db/for-site.ts';
import { inPages, jsonPart, type PersonalData } from '#platform/personal-data.ts';

/** The Play Later list and its link, which ends while the account is closed. */
export const playLaterData: PersonalData = {
  name: 'play later',
  covers: ['play_later.user_id', 'play_later_share.user_id'],
  async erase(tx, userId) {
    for (const table of ['play_later', 'play_later_share'] as const)
      await tx.db.deleteFrom(table).where('site', '=', tx.site.code).where('user_id', '=', userId).execute();
  },
  async *exported(ctx, userId) {
    const rows = inPages((last: { TrackId: number } | undefined, limit) =>
      forSite(ctx, 'play_later')
        .where('user_id', '=', userId)
        .where('track_id', '>', last?.TrackId ?? 0)
        .orderBy('track_id')
        .limit(limit)
        .select(['track_id as TrackId', 'added_at as AddedAt', 'position as Position'])
        .execute(),
    );
    yield jsonPart('play-later.json', rows);
  },
};
