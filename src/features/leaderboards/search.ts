import { environments } from '#lib/codes/environment.ts';
import type { SearchDeclaration } from '#lib/query-language/declaration.ts';
import { type Choice, wholeNumber } from '#lib/query-language/kinds.ts';
import {
  type ApiParams,
  choiceKey,
  numberKey,
  paramsOf,
  type SearchKey,
  textKey,
} from '#lib/query-language/search.ts';
import type { Paths, Picked } from '#lib/wire/fields.ts';
import { routes } from '#routes/routes.ts';
import type { Site } from '#sites/schema.ts';
import type { LeaderboardRow } from './fields.ts';
import { ownBoards } from './user-boards.ts';

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

/** The site's own boards that an edition has, with their `lbid`. */
export const boardsOf = (site: Site): readonly (readonly [lbid: number, name: string])[] =>
  [...ownBoards].filter(([, name]) => name !== 'Star' || site.capabilities.hasStarTracks);

/** The environments that have boards of their own, in editions with several. */
export const boardEnvironments = (site: Site) =>
  environments.filter(({ id }) => site.environments.length > 1 && site.environments.includes(id));

/** A board by the parameters of its list; the title of a pack's board is up to its page. */
export function boardOf(site: Site, { lbid = '0', lbenv = '0' }: ApiParams) {
  const [board, environment] = [Number(lbid), Number(lbenv)];
  const name = boardsOf(site).find(([number]) => number === board)?.[1];
  const part = boardEnvironments(site).find(({ id }) => id === environment)?.name;
  const title = name === undefined ? 'Leaderboards' : `${name} leaderboard${part ? `: ${part}` : ''}`;
  return { board, environment, isPack: name === undefined, title };
}

const usernameKey = textKey('Username', 'username');

/** The boards of the edition by name or number; any other number is the board of the trackpack with this id. */
function boardKey(site: Site): SearchKey<number> {
  const named = choiceKey('Leaderboard', 'lbid', [...boardsOf(site)], { usual: 'Standard' });
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
    many: 'drivers',
    page: routes.leaderboards(),
    api: routes.apiLeaderboards(),
    random: null,
    keys,
    words: 'username',
    groups: [],
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
      lbid: { label: 'Leaderboard', key: 'lbid', isTab: true, params: (lbid) => paramsOf(keys.lbid, lbid) },
      lbenv: {
        label: 'Environment',
        key: 'lbenv',
        isTab: true,
        params: (lbenv) => paramsOf(keys.lbenv, lbenv),
      },
    },
    empty: 'No qualifying players found',
  };
}
