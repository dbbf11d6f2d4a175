import { environments } from '#lib/codes/environment.ts';
import type { SearchDeclaration } from '#lib/query-language/declaration.ts';
import { type Choice, wholeNumber } from '#lib/query-language/kinds.ts';
import { choiceKey, numberKey, paramsOf, type SearchKey, textKey } from '#lib/query-language/search.ts';
import type { Paths, Picked } from '#lib/wire/fields.ts';
import { routes } from '#routes/routes.ts';
import type { Site } from '#sites/schema.ts';
import type { LeaderboardRow } from './fields.ts';

/** The fields of a driver on a board. */
export const leaderboardSearchFields = [
  'Position',
  'Delta',
  'User.UserId',
  'User.Name',
  'User.CustomUrl',
  'User.Tint',
  'ReplayScore',
  'ReplayWRs',
  'Top10s',
  'Replays',
] as const satisfies readonly Paths<LeaderboardRow>[];
export type LeaderboardSearchRow = Picked<LeaderboardRow, (typeof leaderboardSearchFields)[number]>;

const usernameKey = textKey('Username', 'username');

/** The boards of the edition by name or number; any other number is the board of the trackpack with this id. */
function boardKey(site: Site): SearchKey<number> {
  const named = choiceKey(
    'Leaderboard',
    'lbid',
    [
      [0, 'Standard'],
      [1, 'Classic'],
      [2, 'Nadeo'],
      ...(site.capabilities.hasStarTracks ? ([[5, 'Star']] as const) : []),
    ],
    { usual: 'Standard' },
  );
  const read: typeof named.kind.read = (parts) => {
    const reading = named.kind.read(parts);
    return reading.ok ? reading : wholeNumber.read(parts);
  };
  return { ...named, kind: { ...named.kind, read } };
}

function boardKeys(site: Site) {
  return {
    lbid: boardKey(site),
    lbenv: choiceKey(
      'Environment',
      'lbenv',
      [
        [0, 'All'],
        ...environments
          .filter(({ id }) => site.environments.includes(id))
          // where there is a single one, tools disagree about where counting starts
          .map(
            ({ id, name }, _, { length }): Choice<number> =>
              length === 1 ? [id, name, '1', String(id - 1)] : [id, name],
          ),
      ],
      { usual: 'All' },
    ),
    name: textKey('Username', 'username', { control: null, aliases: ['username'] }),
    packid: numberKey('Trackpack by ID', 'lbid'),
    order1: numberKey('Order', 'order1'),
  };
}

type BoardKeys = ReturnType<typeof boardKeys>;

/** The leaderboards of an edition. */
export function leaderboardSearch(
  site: Site,
): SearchDeclaration<BoardKeys, (typeof leaderboardSearchFields)[number]> {
  const keys = boardKeys(site);
  return {
    title: 'Leaderboards',
    one: 'driver',
    page: routes.leaderboards(),
    api: routes.apiLeaderboards(),
    random: null,
    keys,
    words: 'username',
    groups: [
      { title: 'Board', keys: ['lbid', ...(site.environments.length > 1 ? (['lbenv'] as const) : [])] },
    ],
    fields: leaderboardSearchFields,
    cursor: 'Position',
    views: { standard: { label: 'Standard', icon: 'list' } },
    orders: [
      [2, 'Highest score'],
      [4, 'Most replays'],
      [6, 'Most world records'],
      [8, 'Most top 10s'],
    ],
    defaultOrder: 2,
    defaultCount: 50,
    address: {
      username: { label: 'Username', params: (username) => paramsOf(usernameKey, username) },
      lbid: { label: 'Leaderboard', key: 'lbid', params: (lbid) => paramsOf(keys.lbid, lbid) },
      lbenv: { label: 'Environment', key: 'lbenv', params: (lbenv) => paramsOf(keys.lbenv, lbenv) },
    },
    empty: 'No qualifying players found',
  };
}
