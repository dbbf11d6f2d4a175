import { z } from 'zod';
import { gameFormats } from '#lib/codes/game.ts';

const Host = z
  .string()
  .regex(
    /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/,
    'must be a host name in lower case, without a port',
  );

/** Meanings that a tag can have for the code. */
const tagMeanings = ['laps', 'uncompetitive'] as const;

const Tag = z.strictObject({
  id: z.number().int().nonnegative(),
  name: z.string().min(1),
  /**
   * `laps`: offered for a file that is a race of several laps; at most one tag. `uncompetitive`: replays on a track with
   * this tag count on no leaderboard. @default undefined, only a label
   */
  meaning: z.enum(tagMeanings).optional(),
});

/** Refuses a list with duplicate values; the sentence names them. */
function unique<Entry>(what: string, of: (entry: Entry) => string | number) {
  return (entries: readonly Entry[], context: z.RefinementCtx) => {
    const known = new Set<string | number>();
    for (const [place, entry] of entries.entries()) {
      const value = of(entry);
      if (known.has(value))
        context.addIssue({ code: 'custom', path: [place], message: `${what} "${value}" is there twice` });
      known.add(value);
    }
  };
}

/** A list of environment numbers, each once. */
const Environments = z
  .array(z.number().int().min(1).max(7))
  .min(1)
  .superRefine(unique('number', (number: number) => number));

const Quota = z.number().int().positive().nullable().default(null);

/** One edition: data and images, no behaviour. The files next to site.ts are described in sites/README.md. */
export const Site = z.strictObject({
  /** Key of every partitioned row, folder name under sites/, and build name. @example 'tmnf' */
  code: z.string().regex(/^[a-z][a-z0-9]{1,9}$/, 'must be 2 to 10 lower-case letters and digits'),
  /** Position in lists of editions; the lowest comes first. Unique. */
  order: z.number().int(),
  /** Short name in capitals; unique. @example 'TMNF' */
  label: z.string().min(2).max(8),
  /** The game, shown next to the brand. @example 'Nations Forever' */
  name: z.string().min(1),
  /** Primary host. `.localhost` names lead to this machine without any setup. */
  host: Host,
  /** Other hosts of this edition: existing tools use several names per site. */
  aliases: z.array(Host).default([]),
  /** API numbers of the environments that tracks may use (1 Snow … 7 Stadium). The first is the edition's own. */
  environments: Environments,
  /** API numbers of the cars that tracks may use. */
  cars: Environments,
  /** Games whose files are accepted. */
  formats: z.array(z.enum(gameFormats)).min(1),
  /** Tags in the order shown. Ids and names occur once; the ids of another edition may mean something else. */
  tags: z
    .array(Tag)
    .min(1)
    .superRefine(unique('id', ({ id }: { id: number }) => id))
    .superRefine(unique('name', ({ name }: { name: string }) => name))
    .refine((tags) => tags.filter(({ meaning }) => meaning === 'laps').length <= 1, {
      message: 'only one tag may have the meaning "laps"',
    }),
  /** Capabilities of this edition; code asks for these, never for the code. */
  capabilities: z.strictObject({
    /** environment and car labels on tiles: pointless with a single environment */
    showsEnvironmentOverlay: z.boolean(),
    /** moderators can mark tracks as Star tracks, which have a leaderboard of their own */
    hasStarTracks: z.boolean().default(false),
    /**
     * How a link makes the game play a track. `maniacode`: a tmtp: link to a ManiaCode document, by its registered name if the
     * operator has one, otherwise by its address. `tmup`: a link with the address of the file; such a game cannot install whole
     * packs. `packCode`: the registered name of the document for packs.
     */
    playLink: z.discriminatedUnion('kind', [
      z.strictObject({
        kind: z.literal('maniacode'),
        code: z.string().min(1).nullable().default(null),
        packCode: z.string().min(1).nullable().default(null),
      }),
      z.strictObject({ kind: z.literal('tmup') }),
    ]),
    /**
     * The dedicated server of the game, which decides what its MatchSettings files contain: `early` is that of 2006 for Original,
     * Sunrise and Nations, `forever` that of United and Nations Forever.
     */
    dedicatedServer: z.enum(['early', 'forever']).default('forever'),
    /** players open pages of this site in the browser of the game (ManiaLinks as United and Nations Forever lay them out) */
    opensManiaLinks: z.boolean().default(false),
    /** the game stores the driver's login in replays */
    hasReplayLogins: z.boolean(),
  }),
  /**
   * The name by which the game requests this edition: `site=` in its play links and at /maniacode/track. One registered
   * ManiaCode serves all editions, so no two editions share a name. Changing it breaks links made before.
   * @example 'tmnforever'
   */
  gameSite: z.string().regex(/^[a-z0-9]+$/, 'must be lower-case letters and digits'),
  texts: z.strictObject({
    /** one sentence below the brand on the page that lists the editions, and for search engines */
    tagline: z.string().min(1),
    /** the text of the about page; BB-code */
    about: z.string().min(1),
  }),
  /** Per account and 24 hours; null: no limit. Off unless an operator sets them. */
  quotas: z
    .strictObject({ uploads: Quota, awards: Quota, comments: Quota })
    .default({ uploads: null, awards: null, comments: null }),
});

export type Site = z.output<typeof Site>;
export type SiteInput = z.input<typeof Site>;

/** Types site.ts in the editor; the check itself happens once, in all.ts. */
export const defineSite = (site: SiteInput): SiteInput => site;

/** The order in which a start builds, fills and serves editions: the newest first, because most visitors want it. */
export const newestFirst = (sites: readonly Site[]): Site[] => sites.toReversed();
