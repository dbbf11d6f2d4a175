import { plainAddress } from '#features/tracks/download/play.ts';
import { fileElements, maniaCode } from '#lib/xml/maniacode.ts';
import { routes } from '#routes/routes.ts';

/** What a game does with a replay: shows it, or drives the track against it. */
const replayActs = { watch: 'view_replay', race: 'play_replay' } as const;
export type ReplayAct = keyof typeof replayActs;

/** What is requested; watching by default. */
export const replayActIn = (text: string | null): ReplayAct => (text === 'race' ? 'race' : 'watch');

/** The address of the document that makes a game do something with a replay. */
export const replayCode = (gameSite: string, host: string, replayId: number, act: ReplayAct): string =>
  `${plainAddress(host, routes.maniaCodeReplay())}?${new URLSearchParams({ site: gameSite, id: String(replayId), act })}`;

/** A document that makes the game do something with a replay, which it does not store. */
export const replayDocument = (act: ReplayAct, of: { fileName: string; url: string }): string =>
  maniaCode(`<${replayActs[act]}>${fileElements(of)}</${replayActs[act]}>`);
