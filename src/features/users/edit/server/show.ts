import type { Verdict } from '#lib/rules/verdict.ts';
import type { Ctx } from '#platform/context.ts';
import { mentionsAsTyped } from '#platform/mentions.ts';
import { routes } from '#routes/routes.ts';
import { mayDecorate } from '../../server/policy.ts';
import type { ProfileSettings } from '../profile-settings.ts';
import { addressFreeAt, settingsOf, storedProfile } from './save.ts';

/** The data of the page on which users edit their own page. */
export interface ProfileForm {
  readonly userId: number;
  readonly name: string;
  /** either stored or from a refused form */
  readonly settings: ProfileSettings;
  /** addresses of the uploaded pictures */
  readonly avatar: string | null;
  readonly banner: string | null;
  /** whether the viewer may set a title and a banner */
  readonly decorate: Verdict;
  /** null: the address may be changed now */
  readonly addressFreeAt: Date | null;
  readonly address: string | null;
}

const version = (sha256: string) => sha256.slice(0, 12);

/** The profile of the viewer as a form. */
export async function profileForm(ctx: Ctx): Promise<ProfileForm> {
  const { userId } = ctx.viewer;
  const profile = await storedProfile(ctx, userId);
  const stored = settingsOf(profile);
  const [about = ''] = await mentionsAsTyped(ctx, [stored.About]);
  return {
    userId,
    name: profile.name,
    settings: { About: about, Title: stored.Title, Address: stored.Address },
    avatar: profile.avatar_sha256 && routes.avatar(userId, version(profile.avatar_sha256)),
    banner: profile.banner_sha256 && routes.banner(userId, { version: version(profile.banner_sha256) }),
    decorate: mayDecorate(ctx.viewer),
    addressFreeAt: addressFreeAt(profile, ctx.clock.now()),
    address: profile.custom_url,
  };
}
