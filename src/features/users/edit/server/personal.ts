import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import { jsonPart, type PersonalData } from '#platform/personal-data.ts';

/**
 * The settings of users' pages. While an account is closed, its page is not shown and pictures.ts serves the drawn picture, so
 * only what other lists read is cleared here: the address and the tint. A hidden address has no date (`custom_url_at`), unlike
 * one that the user gave up.
 */
export const profileData: PersonalData = {
  name: 'profile page',
  covers: ['profile_picture.user_id', 'profile_address.user_id', 'former_crew.user_id'],

  async hide(tx, userId) {
    await sql`update profile set tint = 0,
        custom_url_at = case when custom_url is null then custom_url_at end, custom_url = null
      where site = ${tx.site.code} and user_id = ${userId}`.execute(tx.db);
  },

  async show(tx, userId) {
    await sql`
      with latest as (
        select address, taken_at from profile_address
        where site = ${tx.site.code} and user_id = ${userId} order by taken_at desc, address limit 1
      )
      update profile p set custom_url = latest.address, custom_url_at = latest.taken_at from latest
      where p.site = ${tx.site.code} and p.user_id = ${userId} and p.custom_url is null and p.custom_url_at is null`.execute(
      tx.db,
    );
    await sql`update profile set tint = profile_tint(account_id, site, ${tx.clock.now()})
      where site = ${tx.site.code} and user_id = ${userId}`.execute(tx.db);
  },

  async erase(tx, userId) {
    for (const table of ['profile_picture', 'profile_address', 'former_crew'] as const)
      await tx.db.deleteFrom(table).where('site', '=', tx.site.code).where('user_id', '=', userId).execute();
    await tx.db
      .updateTable('profile')
      .set({
        user_comments: null,
        custom_title: null,
        custom_url: null,
        custom_url_at: null,
        avatar_sha256: null,
        banner_sha256: null,
        tint: 0,
      })
      .where('site', '=', tx.site.code)
      .where('user_id', '=', userId)
      .execute();
  },

  async *exported(ctx, userId) {
    yield jsonPart(
      'profile/page.json',
      await forSite(ctx, 'profile')
        .where('user_id', '=', userId)
        .select(['custom_title as Title', 'user_comments as About', 'custom_url as Address'])
        .execute(),
    );
    yield jsonPart(
      'profile/addresses.json',
      await forSite(ctx, 'profile_address')
        .where('user_id', '=', userId)
        .orderBy('taken_at')
        .select(['address as Address', 'taken_at as ChosenAt'])
        .execute(),
    );
    const pictures = await forSite(ctx, 'profile_picture')
      .innerJoin('blob', 'blob.sha256', 'profile_picture.sha256')
      .innerJoin('profile', (join) =>
        join
          .onRef('profile.site', '=', 'profile_picture.site')
          .onRef('profile.user_id', '=', 'profile_picture.user_id'),
      )
      .where('profile_picture.user_id', '=', userId)
      .where((eb) =>
        eb.or([
          eb('profile_picture.sha256', '=', eb.ref('profile.avatar_sha256')),
          eb('profile_picture.sha256', '=', eb.ref('profile.banner_sha256')),
        ]),
      )
      .select([
        'profile_picture.kind',
        'profile_picture.sha256',
        'blob.size_bytes',
        'profile_picture.added_at',
      ])
      .execute();
    for (const { kind, sha256, size_bytes, added_at } of pictures)
      yield { name: `profile/${kind}.jpg`, sha256, sizeBytes: Number(size_bytes), modifiedAt: added_at };
  },
};
