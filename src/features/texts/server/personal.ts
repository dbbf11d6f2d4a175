import { forSite } from '#db/for-site.ts';
import { inPages, jsonPart, type PersonalData } from '#platform/personal-data.ts';

/** Texts that wait for a moderator. Only their author and the crew see them; those of a closed account cannot be released. */
export const heldTextData: PersonalData = {
  name: 'held texts',
  covers: ['held_text.user_id'],

  async erase(tx, userId) {
    await tx.db
      .deleteFrom('held_text')
      .where('site', '=', tx.site.code)
      .where('user_id', '=', userId)
      .execute();
  },

  async *exported(ctx, userId) {
    yield jsonPart(
      'held-texts.json',
      inPages((last: { HeldTextId: number } | undefined, limit) =>
        forSite(ctx, 'held_text')
          .where('user_id', '=', userId)
          .where('held_id', '>', last?.HeldTextId ?? 0)
          .orderBy('held_id')
          .limit(limit)
          .select([
            'held_id as HeldTextId',
            'kind as Kind',
            'title as Title',
            'text as Text',
            'state as State',
            'held_at as HeldAt',
            'ended_at as EndedAt',
          ])
          .execute(),
      ),
    );
  },
};
