import { forSite } from '#db/for-site.ts';
import { daysBefore } from '#lib/codes/durations.ts';
import { no, type Verdict, yes } from '#lib/rules/verdict.ts';
import type { z } from '#lib/wire/z.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { notFound, Problem } from '#platform/http/problem.ts';
import { lockUntilCommit } from '#platform/lock.ts';
import { storedMentions } from '#platform/mentions.ts';
import { rememberPictures } from '#platform/remote-pictures/remember.ts';
import { checkWords } from '#platform/switches/check-words.ts';
import { claimsToBeCrew, isReservedName } from '../../reserved-names.ts';
import { mayDecorate, mayEditProfile } from '../../server/policy.ts';
import { addressDays, addressIsReserved, lookOf } from '../address.ts';
import { type ProfileSettings, type profileSettings, titleIsRole } from '../profile-settings.ts';

/** A profile as its form shows it. */
export interface StoredProfile {
  readonly user_id: number;
  readonly account_id: number;
  readonly name: string;
  readonly custom_title: string | null;
  readonly user_comments: string | null;
  readonly custom_url: string | null;
  readonly custom_url_at: Date | null;
  readonly avatar_sha256: string | null;
  readonly banner_sha256: string | null;
}

const profileOf = (ctx: Pick<Ctx, 'db' | 'site'>, userId: number) =>
  forSite(ctx, 'profile')
    .where('user_id', '=', userId)
    .where('closed_at', 'is', null)
    .select([
      'user_id',
      'account_id',
      'name',
      'custom_title',
      'user_comments',
      'custom_url',
      'custom_url_at',
      'avatar_sha256',
      'banner_sha256',
    ]);

/** A user's profile; throws a Problem 404 if there is none. */
export async function storedProfile(ctx: Pick<Ctx, 'db' | 'site'>, userId: number): Promise<StoredProfile> {
  const profile = await profileOf(ctx, userId).executeTakeFirst();
  if (!profile) throw notFound('This user');
  return profile;
}

/** The same, locked until the transaction ends. */
export async function lockedProfile(tx: TxCtx, userId: number): Promise<StoredProfile> {
  const profile = await profileOf(tx, userId).forUpdate().executeTakeFirst();
  if (!profile) throw notFound('This user');
  return profile;
}

export const settingsOf = (profile: StoredProfile): ProfileSettings => ({
  About: profile.user_comments ?? '',
  Title: profile.custom_title ?? '',
  Address: profile.custom_url ?? '',
});

/** When the address may be changed again; null: now. */
export function addressFreeAt(profile: StoredProfile, now: Date): Date | null {
  if (profile.custom_url_at === null || profile.custom_url_at <= daysBefore(now, addressDays)) return null;
  return daysBefore(profile.custom_url_at, -addressDays);
}

type Sent = z.output<typeof profileSettings>;

/** Whether the viewer may save these settings of their profile. */
export function maySaveProfile(ctx: Ctx, profile: StoredProfile, sent: Sent): Verdict {
  const edit = mayEditProfile(ctx.viewer);
  if (!edit.ok) return edit;
  const { Title, Address } = settingsOf(profile);
  if (sent.Title !== undefined && sent.Title !== '' && sent.Title !== Title) {
    const decorate = mayDecorate(ctx.viewer);
    if (!decorate.ok) return decorate;
  }
  if (sent.Address === undefined || sent.Address === '' || sent.Address === Address) return yes;
  const freeAt = addressFreeAt(profile, ctx.clock.now());
  return freeAt === null
    ? yes
    : no(`You can change your address again on ${freeAt.toISOString().slice(0, 10)}.`);
}

/** Claims an address for an account; false if another account has a name or an address that looks like it. */
export type ClaimAddress = (tx: TxCtx, accountId: number, address: string) => Promise<boolean>;

/** Saves what the form contains; other settings stay as they are. */
export async function saveProfile(
  tx: TxCtx,
  profile: StoredProfile,
  sent: Sent,
  claimAddress: ClaimAddress,
): Promise<void> {
  const before = settingsOf(profile);
  const { Title = before.Title, Address = before.Address } = sent;
  const About = sent.About === undefined ? before.About : await storedMentions(tx, sent.About);
  const isNew = Address !== '' && Address !== before.Address;
  if (Title !== before.Title && claimsToBeCrew(Title, tx.sites))
    throw new Problem(422, `Title: ${titleIsRole}`, { field: 'Title' });
  if (isNew) await reserveAddress(tx, profile, Address, claimAddress);
  await tx.db
    .updateTable('profile')
    .set({
      user_comments: About || null,
      custom_title: Title || null,
      custom_url: Address || null,
      ...(isNew && { custom_url_at: tx.clock.now() }),
    })
    .where('site', '=', tx.site.code)
    .where('user_id', '=', profile.user_id)
    .execute();
  await rememberPictures(tx, About);
  if (About !== before.About || Title !== before.Title || isNew)
    await checkWords(tx, 'user', profile.user_id);
}

/**
 * Reserves an address for a user permanently. Throws a Problem 422 if another user has or had it as an address or a name, or one that
 * looks like it, or if it claims to be of an edition.
 */
async function reserveAddress(
  tx: TxCtx,
  { user_id: userId, account_id: accountId }: StoredProfile,
  address: string,
  claimAddress: ClaimAddress,
): Promise<void> {
  if (isReservedName(address, tx.sites))
    throw new Problem(422, `Address: ${addressIsReserved}`, { field: 'Address' });
  const look = lookOf(address);
  await lockUntilCommit(tx, `address ${tx.site.code} ${look}`);
  const other = await forSite(tx, 'profile_address')
    .where('look', '=', look)
    .where('user_id', '<>', userId)
    .select('address')
    .executeTakeFirst();
  if (other || !(await claimAddress(tx, accountId, address)))
    throw new Problem(422, 'Address: this is taken, or too similar to another player’s name or address.', {
      field: 'Address',
    });
  const values = { look, user_id: userId, taken_at: tx.clock.now(), has_look_keys: true };
  await tx.db
    .insertInto('profile_address')
    .values({ site: tx.site.code, address, ...values })
    .onConflict((conflict) => conflict.columns(['site', 'address']).doUpdateSet(values))
    .execute();
}
