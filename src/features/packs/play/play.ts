import { plainAddress } from '#features/tracks/download/play.ts';
import { escapeXml } from '#lib/xml/escape.ts';
import { fileElements, maniaCode } from '#lib/xml/maniacode.ts';
import { routes } from '#routes/routes.ts';
import type { Site } from '#sites/schema.ts';

/** A track of a pack, as documents about the pack name it. */
export interface PackedTrack {
  readonly trackId: number;
  /** without codes */
  readonly name: string;
  readonly author: string;
  readonly uid: string;
  /** as in the zip of the pack */
  readonly fileName: string;
}

/** What a game that reads ManiaCodes opens to install a pack. `code`: the registered name of the document; null: its address. */
export const packCode = (code: string | null, gameSite: string, host: string, packId: number): string =>
  `${code ?? plainAddress(host, routes.maniaCodePack())}?${new URLSearchParams({ site: gameSite, id: String(packId) })}`;

/** The address that makes the edition's game install a pack; null if that game cannot. `host` includes the port. */
export function packPlayLink(
  { capabilities, gameSite }: Pick<Site, 'capabilities' | 'gameSite'>,
  host: string,
  packId: number,
): string | null {
  const { playLink: link } = capabilities;
  switch (link.kind) {
    case 'maniacode':
      return `tmtp:///:${packCode(link.packCode, gameSite, host, packId)}`;
    case 'tmup':
      return null;
    default:
      return link satisfies never;
  }
}

/** A document that makes the game download and store the tracks of a pack in one folder. */
export function packDocument(folder: string, files: readonly { fileName: string; url: string }[]): string {
  const tracks = files.map((file) => `<track>${fileElements(file)}</track>`).join('');
  return maniaCode(`<install_track_pack><name>${escapeXml(folder)}</name>${tracks}</install_track_pack>`);
}

type Elements = readonly (readonly [name: string, value: number])[];

/** Time attack with five minutes a track; the settings of the other modes are the server's own. */
const settings: Readonly<Record<Site['capabilities']['dedicatedServer'], Record<string, Elements>>> = {
  early: {
    gameinfos: [
      ['game_mode', 1],
      ['chat_time', 10_000],
      ['rounds_pointslimit', 30],
      ['rounds_usenewrules', 0],
      ['timeattack_limit', 300_000],
      ['timeattack_synchstartperiod', 0],
      ['team_pointslimit', 50],
      ['team_maxpoints', 6],
      ['team_usenewrules', 0],
      ['laps_nblaps', 5],
      ['laps_timelimit', 0],
    ],
    hotseat: [
      ['game_mode', 1],
      ['timeattack_limit', 300_000],
      ['rounds_count', 5],
    ],
    filter: [
      ['is_solo', 0],
      ['is_hotseat', 0],
      ['is_lan', 1],
      ['is_internet', 1],
      ['sort_index', 1000],
      ['random_map_order', 0],
    ],
  },
  forever: {
    gameinfos: [
      ['game_mode', 1],
      ['chat_time', 10_000],
      ['finishtimeout', 1],
      ['allwarmupduration', 0],
      ['disablerespawn', 0],
      ['forceshowallopponents', 0],
      ['rounds_pointslimit', 30],
      ['rounds_usenewrules', 0],
      ['rounds_forcedlaps', 0],
      ['rounds_pointslimitnewrules', 5],
      ['team_pointslimit', 50],
      ['team_maxpoints', 6],
      ['team_usenewrules', 0],
      ['team_pointslimitnewrules', 5],
      ['timeattack_limit', 300_000],
      ['timeattack_synchstartperiod', 0],
      ['laps_nblaps', 5],
      ['laps_timelimit', 0],
      ['cup_pointslimit', 100],
      ['cup_roundsperchallenge', 5],
      ['cup_nbwinners', 3],
      ['cup_warmupduration', 2],
    ],
    hotseat: [
      ['game_mode', 1],
      ['time_limit', 300_000],
      ['rounds_count', 5],
    ],
    filter: [
      ['is_lan', 1],
      ['is_internet', 1],
      ['is_solo', 0],
      ['is_hotseat', 0],
      ['sort_index', 1000],
      ['random_map_order', 0],
      ['force_default_gamemode', 0],
    ],
  },
};

/**
 * A MatchSettings file for the dedicated server of the edition's game, with the tracks in the order of the pack. The files are
 * expected in GameData/Tracks/Challenges, in the folder of the pack's zip. Backslashes are what the game itself writes.
 */
export function matchSettings(
  server: Site['capabilities']['dedicatedServer'],
  folder: string,
  tracks: readonly Pick<PackedTrack, 'fileName' | 'uid'>[],
): string {
  const blocks = Object.entries(settings[server]).flatMap(([name, elements]) => [
    `\t<${name}>`,
    ...elements.map(([element, value]) => `\t\t<${element}>${value}</${element}>`),
    `\t</${name}>`,
    '',
  ]);
  const challenges = tracks.flatMap(({ fileName, uid }) => [
    '\t<challenge>',
    `\t\t<file>${escapeXml(`Challenges\\${folder}\\${fileName}`)}</file>`,
    ...(server === 'forever' ? [`\t\t<ident>${escapeXml(uid)}</ident>`] : []),
    '\t</challenge>',
  ]);
  const start = server === 'forever' ? ['\t<startindex>0</startindex>'] : [];
  const lines = ['<?xml version="1.0" encoding="utf-8" ?>', '<playlist>', ...blocks, ...start, ...challenges];
  return `${[...lines, '</playlist>'].join('\r\n')}\r\n`;
}

/** One line: nothing in it can end a column or a row. */
const column = (text: string | number) =>
  String(text)
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim();

/** A plain text with a row for each track, its columns separated by tabs. `origin`: of the edition, for addresses. */
export function trackListText(origin: string, tracks: readonly PackedTrack[]): string {
  const rows = tracks.map(({ trackId, uid, name, author }, index) => [
    index + 1,
    trackId,
    uid,
    name,
    author,
    `${origin}${routes.trackShow(trackId)}`,
  ]);
  const head = ['Position', 'TrackId', 'UId', 'Name', 'Author', 'Address'];
  return [head, ...rows].map((row) => `${row.map(column).join('\t')}\r\n`).join('');
}
