import { routes } from '#routes/routes.ts';

/** An address that a user chose for their page: /usershow/{address}. */
export const addressLength = { least: 3, most: 32 } as const;
/** How many days must pass before a user may choose another address. */
export const addressDays = 30;

/** An address that programs look for, in addition to our own. */
const reservedWords = ['index'];

/** The first part of every address of the site. */
export const ownFirstParts = (): string[] =>
  Object.values(routes).flatMap((route) =>
    'pattern' in route ? [route.pattern.split(/[/.:]/)[1] ?? ''] : [],
  );

export const addressIsReserved = 'This address is reserved.';

/** Equal for addresses that readers could mistake for each other. */
export const lookOf = (address: string): string =>
  address
    .toLowerCase()
    .replace(/[-_]/g, '')
    .replace(/0/g, 'o')
    .replace(/[1i]/g, 'l')
    .replace(/5/g, 's')
    .replace(/rn/g, 'm')
    .replace(/vv/g, 'w');

let reserved: ReadonlySet<string> | null = null;
const isReserved = (address: string): boolean => {
  reserved ??= new Set([...reservedWords, ...ownFirstParts()].map(lookOf));
  return reserved.has(lookOf(address));
};

/**
 * The error in an address (in lower case), as a sentence; null if there is none. Names that are reserved for the site and its crew are
 * refused when an address is chosen, so that older ones stay valid.
 */
export function addressProblem(address: string): string | null {
  const { least, most } = addressLength;
  if (address.length < least || address.length > most) return `Use ${least} to ${most} characters.`;
  if (!/^[a-z0-9_-]+$/.test(address)) return 'Use the letters a to z, digits, hyphens and underscores.';
  if (!/[a-z]/.test(address)) return 'Use at least one letter.';
  return isReserved(address) ? addressIsReserved : null;
}
