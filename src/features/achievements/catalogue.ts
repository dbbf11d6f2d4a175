import { byHand, type CountedChain, type CountedKey, chains, climberAbout, tierLooks } from './chains.ts';

export type { CountedKey };

/** One achievement: a tier of a chain, or one that is granted by hand. */
export interface Achievement {
  /** the same on every edition, for ever */
  readonly achievementId: number;
  readonly key: string;
  /** from 1 */
  readonly tier: number;
  readonly of: 'user' | 'track' | 'both';
  readonly name: string;
  readonly description: string;
  /** what it is for without the text of a grant; null: the description says it */
  readonly aboutAll: string | null;
  readonly icon: string;
  readonly color: string;
  /** the next tier */
  readonly succeedingId: number | null;
  /** what the number of this chain must reach; null: granted by hand */
  readonly needs: number | null;
  readonly needsEnvironments: boolean;
}

/** How bright a colour is, from 0 to 1, as WCAG defines it. */
const luminance = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** White or black, whichever has the higher contrast on this colour: at least 4.5. */
export const textColorOn = (color: string): string =>
  1.05 / (luminance(color) + 0.05) > (luminance(color) + 0.05) / 0.05 ? '#ffffff' : '#000000';

const tierId = (chain: number, tier: number) => (chain + 1) * 10 + tier;
const firstByHand = 1001;

function ofChain(chain: CountedChain, at: number): Achievement[] {
  return chain.tiers.map((needs, index) => {
    const tier = index + 1;
    const look = tierLooks[index] ?? tierLooks[4];
    const about = needs === 1 && chain.aboutOne ? chain.aboutOne : chain.about.replace('#', String(needs));
    return {
      achievementId: tierId(at, tier),
      key: chain.key,
      tier,
      of: chain.of,
      name: `${chain.name}, ${look.name}`,
      description: chain.key === 'climber' ? (climberAbout[index] ?? '') : about,
      aboutAll: null,
      icon: chain.icon,
      color: look.color,
      succeedingId: tier < chain.tiers.length ? tierId(at, tier + 1) : null,
      needs,
      needsEnvironments: chain.needsEnvironments === true,
    };
  });
}

/** Every achievement, chain by chain and tier by tier, then those that are granted by hand. */
export const catalogue: readonly Achievement[] = [
  ...chains.flatMap(ofChain),
  ...byHand.map(
    ({ about, ...rest }, index): Achievement => ({
      ...rest,
      achievementId: firstByHand + index,
      tier: 1,
      description: about,
      succeedingId: null,
      needs: null,
      needsEnvironments: false,
    }),
  ),
];

/** The highest tier of a chain: its achievement, and the number that it requires. */
export function highestTier(key: CountedKey): { readonly achievementId: number; readonly needs: number } {
  const { achievementId = 0, needs } = catalogue.findLast((one) => one.key === key) ?? {};
  return { achievementId, needs: needs ?? 0 };
}

const byId = new Map(catalogue.map((achievement) => [achievement.achievementId, achievement]));

export const achievementById = (id: number): Achievement | undefined => byId.get(id);

/** The achievements of an edition: those for all environments need more than one. */
export const catalogueOf = ({ environments }: { readonly environments: readonly number[] }) =>
  catalogue.filter(({ needsEnvironments }) => !needsEnvironments || environments.length > 1);

/** The tiers that a user or track has reached with these numbers. */
export function reached(
  of: 'user' | 'track',
  numbers: Readonly<Partial<Record<CountedKey, number>>>,
  site: { readonly environments: readonly number[] },
): Achievement[] {
  const known: Readonly<Record<string, number | undefined>> = numbers; // widened for the lookup
  return catalogueOf(site).filter(
    (achievement) =>
      achievement.of === of &&
      achievement.needs !== null &&
      (known[achievement.key] ?? 0) >= achievement.needs,
  );
}

/** The description with the text of a grant in place of `{0}`. */
export const described = (description: string, customText: string): string =>
  description.replace('{0}', () => customText).trim();

export const maxCustomTextLength = 80;
/** Badges on a profile or track. */
export const maxBadges = 12;
/** Badges on a page of all badges of a user. */
export const badgesOnPage = 48;
