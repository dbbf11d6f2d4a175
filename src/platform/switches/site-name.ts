import type { Ctx } from '#platform/context.ts';

type Named = Pick<Ctx, 'site' | 'switches'>;

/** The name of the site on this edition, such as "Paddock": a setting. */
export const siteName = ({ site, switches }: Named): string => switches.of(site.code).siteName;

/** The name of the site and the edition, such as "Paddock Nations Forever". */
export const fullName = (ctx: Named): string => `${siteName(ctx)} ${ctx.site.name}`;
