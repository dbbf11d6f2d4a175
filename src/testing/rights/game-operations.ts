import type { Operation } from './operation.ts';
import * as table from './table.ts';

/** What players see of a track on pages that the game opens, and of its replays. */
export const gameOperations: readonly Operation[] = [
  {
    name: 'let the game show its replay',
    routes: ['GET /maniacode/replay'],
    expected: table.listedInTheGame,
    query: ({ replayId }) => ({ id: `${replayId}` }),
    holds: ({ text }, { replayId }) => text.includes(`/recordgbx/${replayId}`),
  },
  {
    name: 'find it in the game',
    routes: ['GET /manialink'],
    expected: table.listedInTheGame,
    query: ({ word }) => ({ query: word }),
    holds: ({ text }, { trackId }) => text.includes(`/manialink/track/${trackId}"`),
  },
  {
    name: 'open its page in the game',
    routes: ['GET /manialink/track/:id'],
    expected: table.listedInTheGame,
    holds: ({ text }, { trackId }) => text.includes(`id=${trackId}"`),
  },
  {
    name: 'find it in its pack in the game',
    routes: ['GET /manialink/pack/:id'],
    expected: table.listedInTheGame,
    parts: ({ packId }) => ({ id: `${packId}` }),
    holds: ({ text }, { trackId }) => text.includes(`/manialink/track/${trackId}"`),
  },
];
