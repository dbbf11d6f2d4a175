import { path, query } from './path.ts';

const part = (after: number | null = null) => query({ after });

/** Addresses that only the games request. */
export const gamePaths = {
  /** the query of these three is the game's: site, id, key; for replays also act */
  maniaCodeTrack: path('/maniacode/track'),
  maniaCodePack: path('/maniacode/pack'),
  maniaCodeReplay: path('/maniacode/replay'),
  /** pages that the game shows; `after` is the last row of the page before */
  maniaLink: path('/manialink', (words: string | null = null, after: number | null = null) =>
    query({ query: words, after }),
  ),
  maniaLinkTrack: path('/manialink/track/:id', part),
  maniaLinkPacks: path('/manialink/packs', part),
  maniaLinkPack: path('/manialink/pack/:id', part),
  maniaLinkPlayLater: path('/manialink/playlater/:key', part),
} as const;
