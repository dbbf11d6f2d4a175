import type { Site } from '#sites/schema.ts';
import { plainKey, strictKeys } from './look-alikes.ts';

/** Names that readers would take for the site, its crew, or no user in particular. They are refused as names and as addresses. */

type Edition = Pick<Site, 'code' | 'label' | 'name'>;

/** Words for a role: refused as a word of any name. */
const roles = [
  'admin',
  'admins',
  'administrator',
  'administrators',
  'moderator',
  'moderators',
  'webmaster',
  'sysadmin',
];

/** Words for the crew and its work: refused alone, and together with words of these lists only. "Pit Crew" is a name. */
const claims = [
  ...[
    'administration',
    'moderation',
    'mod',
    'mods',
    'siteleader',
    'siteleaders',
    'crew',
    'staff',
    'official',
  ],
  ...['support', 'helpdesk', 'system', 'root', 'sysop', 'superuser', 'operator', 'operators'],
  ...['postmaster', 'hostmaster', 'mailerdaemon', 'noreply', 'donotreply', 'abuse', 'security'],
];

/** The site, and others for whom a user could pretend to speak. The names of the editions are added. */
const siteNames = [
  'paddock',
  'nadeo',
  'ubisoft',
  'trackmania',
  'maniaplanet',
  'tmx',
  'tmexchange',
  'trackmaniaexchange',
];

/** Words that add nothing: they make a name of the above no less misleading. */
const fillers = [
  ...['the', 'of', 'and', 'for', 'from', 'our', 'your', 'real', 'chief', 'head', 'lead', 'leader', 'leaders'],
  ...[
    'team',
    'group',
    'service',
    'services',
    'desk',
    'help',
    'helper',
    'account',
    'bot',
    'site',
    'forum',
    'forums',
  ],
  ...[
    'game',
    'server',
    'news',
    'mail',
    'email',
    'info',
    'contact',
    'hq',
    'online',
    'www',
    'com',
    'net',
    'org',
  ],
  ...['exchange', 'community', 'edition', 'editions'],
];

/** What the site shows instead of a name, and words for all or no users. Short ones are names with another letter: see Ali. */
const placeholders = [
  ...[
    'all',
    'any',
    'anybody',
    'anyone',
    'anonymous',
    'channel',
    'everybody',
    'everyone',
    'here',
    'me',
    'myself',
    'you',
  ],
  ...[
    'nobody',
    'no one',
    'none',
    'null',
    'nil',
    'undefined',
    'unknown',
    'not available',
    'nan',
    'someone',
    'somebody',
  ],
  ...[
    'visitor',
    'visitors',
    'guest',
    'guests',
    'user',
    'users',
    'username',
    'member',
    'members',
    'supporter',
    'supporters',
  ],
  ...[
    'owner',
    'manager',
    'uploader',
    'author',
    'co-author',
    'authors',
    'team',
    'help',
    'info',
    'contact',
    'deleted',
  ],
  ...[
    'deleted',
    'removed',
    'erased',
    'closed',
    'former',
    'banned',
    'suspended',
    'muted',
    'unknown',
    'anonymous',
  ].flatMap((state) =>
    ['user', 'users', 'account', 'member', 'author', 'player', 'profile'].map((what) => `${state} ${what}`),
  ),
];

/** Shorter words are compared without look-alikes, which would include common names. */
const shortest = 5;
const keysOf = (words: readonly string[]) => new Set(words.flatMap(strictKeys));
const roleKeys = keysOf(roles);
const claimKeys = keysOf([...roles, ...claims, ...siteNames]);
const fillerKeys = keysOf(fillers);
const placeholderKeys = keysOf(placeholders.filter((word) => word.length >= shortest));
const shortPlaceholders = new Set(placeholders.filter((word) => word.length < shortest).map(plainKey));

/** The words of a name: divided by spaces and signs, and in "PaddockTeam" by capitals; without digits at their ends. */
const wordsOf = (name: string): string[] =>
  name
    .split(/[^\p{L}\p{M}\p{N}]|(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u)
    .map((word) => word.replace(/^\p{N}+/u, '').replace(/(?<!\p{N})\p{N}+$/u, ''))
    .filter((word) => word !== '');

/** Whether a key consists of claims and fillers only, with at least one claim. */
function isClaim(key: string, claimed: ReadonlySet<string>): boolean {
  /** reached[n]: the first n letters are such words; true if there is a claim among them */
  const reached: (boolean | undefined)[] = [false];
  for (let end = 1; end <= key.length; end++) {
    for (let start = 0; start < end; start++) {
      const before = reached[start];
      if (before === undefined) continue;
      const word = key.slice(start, end);
      if (claimed.has(word)) reached[end] = true;
      else if (fillerKeys.has(word)) reached[end] = reached[end] || before;
    }
  }
  return reached[key.length] === true;
}

const claimsByEditions = new WeakMap<readonly Edition[], ReadonlySet<string>>();

function claimsOf(editions: readonly Edition[]): ReadonlySet<string> {
  const known = claimsByEditions.get(editions);
  if (known) return known;
  const names = editions.flatMap(({ code, label, name }) => [code, label, name]);
  const claimed = new Set([...claimKeys, ...keysOf(names)]);
  claimsByEditions.set(editions, claimed);
  return claimed;
}

/** True if a reader could take the name for one of the crew or of the site itself. */
export function claimsToBeCrew(name: string, editions: readonly Edition[]): boolean {
  const words = wordsOf(name);
  if ([name, ...words].some((word) => strictKeys(word).some((key) => roleKeys.has(key)))) return true;
  const claimed = claimsOf(editions);
  return [name, words.join('')].some((spelling) => strictKeys(spelling).some((key) => isClaim(key, claimed)));
}

/** True if the name is reserved: it claims to be of the crew, or it names no user in particular. */
export const isReservedName = (name: string, editions: readonly Edition[]): boolean =>
  shortPlaceholders.has(plainKey(name)) ||
  strictKeys(name).some((key) => placeholderKeys.has(key)) ||
  claimsToBeCrew(name, editions);
