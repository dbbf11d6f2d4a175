import type { Operation } from './operation.ts';
import * as table from './table.ts';

/** What a pack says of its tracks to servers and the game. */
export const packOperations: readonly Operation[] = [
  ...(['GET /trackpackmatchsettings/:id', 'GET /trackpacklist/:id'] as const).map(
    (route): Operation => ({
      name: `read it in the documents of its pack: ${route}`,
      routes: [route],
      expected: table.listed,
      parts: ({ packId }) => ({ id: `${packId}` }),
      holds: ({ text }, { trackId, uid }) => text.includes(uid) || text.includes(`_(${trackId})`),
    }),
  ),
  {
    name: 'let the game install its pack',
    routes: ['GET /maniacode/pack'],
    expected: table.listedInTheGame,
    query: ({ packId }) => ({ id: `${packId}` }),
    holds: ({ text }, { trackId }) => text.includes(`/trackgbx/${trackId}`),
  },
];
