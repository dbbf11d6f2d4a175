import { z } from 'zod';
import { gameFormats } from '#lib/codes/game.ts';

const Host = z
  .string()
  .regex(
    /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/,
    'must be a host name in lower case, without a port',
  );

const NavLink = z.object({ label: z.string().min(1), href: z.string().startsWith('/') });
const Quota = z.number().int().positive().nullable().default(null);

/** One edition: data and pictures, no behaviour. Every option says what it is for. */
export const Site = z.strictObject({
  /** Key of every partitioned row, folder name under sites/, and build name. @example 'tmnf' */
  code: z.string().regex(/^[a-z][a-z0-9]{1,9}$/, 'must be 2 to 10 lower-case letters and digits'),
  /** Place in lists of editions; the lowest comes first. */
  order: z.number().int(),
  /** Short name in capitals. @example 'TMNF' */
  label: z.string().min(2).max(8),
  /** The game, beside the brand. @example 'Nations Forever' */
  name: z.string().min(1),
  /** Primary host. `.localhost` names resolve to this machine without any setup. */
  host: Host,
  /** Other hosts that serve this edition: existing tools use several names per site. */
  aliases: z.array(Host).default([]),
  /** Wire numbers of the environments tracks may use (1 Snow … 7 Stadium). The first is the edition's own. */
  environments: z.array(z.number().int().min(1).max(7)).min(1),
  /** Wire numbers of the cars tracks may use. */
  cars: z.array(z.number().int().min(1).max(7)).min(1),
  /** Games whose files are accepted. */
  formats: z.array(z.enum(gameFormats)).min(1),
  /** Tags in the order shown; ids differ per site. */
  tags: z.array(z.object({ id: z.number().int().nonnegative(), name: z.string().min(1) })).min(1),
  /** What this edition has; code asks for these, never for the code. */
  capabilities: z.strictObject({
    /** environment and car plates on tiles: pointless where there is but one environment */
    showsEnvironmentOverlay: z.boolean(),
    /** Star tracks and boards */
    hasStarTracks: z.boolean().default(false),
    /**
     * How a link makes the game play a track. `maniacode`: by a tmtp: link to a ManiaCode document, under its
     * registered name where the operator has one, else at its address. `tmup`: by a link that names the file.
     */
    playLink: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('maniacode'), code: z.string().min(1).nullable().default(null) }),
      z.strictObject({ kind: z.literal('tmup') }),
    ]),
    /** the game writes the driver's login into replays */
    hasReplayLogins: z.boolean(),
  }),
  /** `site=` in play links and the legacy interface. @example 'tmnforever' */
  gameSite: z.string().min(1),
  texts: z.strictObject({
    /** one sentence under the brand on the page that leads to the editions, and in search engines */
    tagline: z.string().min(1),
    /** what this edition is about, on the about page; BB-code */
    about: z.string().min(1),
  }),
  navigation: z.array(NavLink.extend({ children: z.array(NavLink).default([]) })).min(1),
  /** Per account and 24 hours; null: no limit. Off unless an operator sets them. */
  quotas: z
    .strictObject({ uploads: Quota, awards: Quota, comments: Quota })
    .default({ uploads: null, awards: null, comments: null }),
});

export type Site = z.output<typeof Site>;
export type SiteInput = z.input<typeof Site>;

/** Typing help for site.ts; the check itself happens once, in all.ts. */
export const defineSite = (site: SiteInput): SiteInput => site;
