import { packCode } from '#features/packs/play/play.ts';
import { replayCode } from '#features/replays/play/play.ts';
import { plainAddress, trackCode } from '#features/tracks/download/play.ts';
import { formatResult } from '#lib/format/result.ts';
import { gameTextWithoutLinks, plainGameText } from '#lib/game-text/write.ts';
import { routes } from '#routes/routes.ts';
import type { Site } from '#sites/schema.ts';
import { area, button, colours, entry, image, type Link, line, maniaLink, screen } from './elements.ts';

/** Where pages are shown: their edition, its host with port, and the origin of its pages for browsers. */
export interface Place {
  readonly site: Pick<Site, 'name' | 'gameSite' | 'capabilities'>;
  readonly host: string;
  readonly origin: string;
}

export interface TrackLine {
  readonly TrackId: number;
  readonly TrackName: string;
  readonly Uploader: { readonly Name: string };
  readonly AuthorTime: number;
  readonly AuthorScore: number;
  readonly PrimaryType: number;
  readonly Awards: number;
}

interface PackLine {
  readonly PackId: number;
  readonly PackName: string;
  readonly Tracks: number;
  readonly Creator: { readonly Name: string };
}

interface ReplayLine {
  readonly ReplayId: number;
  readonly Position: number | null;
  readonly ReplayTime: number;
  readonly ReplayScore: number;
  readonly IsSecret: boolean;
  readonly User: { readonly Name: string };
}

/** Rows of a page, and the address of the next one. */
export interface Rows<Row> {
  readonly rows: readonly Row[];
  readonly next: string | null;
}

/** The name of the box for a search. Nothing else in an address contains it, because the game replaces it there. */
export const typedName = 'typedwords';

/** How many rows fit on a page; on that of a track, next to its picture. */
export const rowsPerPage = 15;
export const boardRows = 12;

/** How long the game may show pages again; what belongs to one person is requested each time. */
const seconds = { usual: 60, own: 0 } as const;

const top = 20;
const rowHeight = 4.2;
const margin = 4;
const full = screen.width - 2 * margin;

const openPage = ({ host }: Place, path: string): Link => ({ page: plainAddress(host, path) });

/** A page with its head: the name of the site, the parts and the box for a search of tracks. */
function page(place: Place, elements: readonly string[], typed = '', kept: number = seconds.usual): string {
  const search = (words: string) => openPage(place, routes.maniaLink(words));
  return maniaLink(kept, [
    area({ left: 0, top: 0, width: screen.width, height: screen.height }, colours.page),
    area({ left: 0, top: 0, width: screen.width, height: 9 }, colours.head),
    line({ left: margin, top: 0, width: 38, height: 9 }, plainGameText(place.site.name), {
      size: 3,
      link: openPage(place, routes.maniaLink()),
    }),
    button({ left: 43, top: 2, width: 13, height: 5 }, 'Tracks', openPage(place, routes.maniaLink())),
    button({ left: 57, top: 2, width: 13, height: 5 }, 'Packs', openPage(place, routes.maniaLinkPacks())),
    entry({ left: 74, top: 2, width: 36, height: 5 }, typedName, typed),
    button({ left: 111, top: 2, width: 13, height: 5 }, 'Search', search(typedName)),
    ...elements,
  ]);
}

const heading = (text: string): string =>
  line({ left: margin, top: 11, width: 90, height: 6 }, text, { size: 3 });

const nextButton = (place: Place, next: string | null): string =>
  next === null
    ? ''
    : button(
        { left: screen.width - margin - 16, top: 88, width: 16, height: 5 },
        'Next',
        openPage(place, next),
      );

const nothing = (text: string): string =>
  line({ left: margin, top, width: full, height: rowHeight }, plainGameText(text), { colour: colours.quiet });

/** A row whose whole width leads to a page. */
const rowOf = (at: number, link: Link, cells: (topAt: number) => readonly string[]): string => {
  const topAt = top + at * (rowHeight + 0.3);
  return [
    area({ left: margin, top: topAt, width: full, height: rowHeight }, colours.row, link),
    ...cells(topAt),
  ].join('');
};

/** The name of a game text, or what stands for one that shows nothing. */
const nameOf = (source: string, otherwise: string): string => gameTextWithoutLinks(source) || otherwise;

function trackRows(place: Place, tracks: readonly TrackLine[]): string[] {
  const quiet = { colour: colours.quiet };
  return tracks.map((track, at) => {
    const link = openPage(place, routes.maniaLinkTrack(track.TrackId));
    return rowOf(at, link, (topAt) => {
      const cell = (left: number, width: number) => ({ left, top: topAt, width, height: rowHeight });
      return [
        line(cell(margin + 1, 50), nameOf(track.TrackName, `Track ${track.TrackId}`), { link }),
        line(cell(56, 28), plainGameText(track.Uploader.Name), quiet),
        line(cell(86, 16), resultOf(track.PrimaryType, track.AuthorTime, track.AuthorScore), {
          ...quiet,
          align: 'right',
        }),
        line(cell(103, 20), track.Awards === 1 ? '1 award' : `${track.Awards} awards`, {
          ...quiet,
          align: 'right',
        }),
      ];
    });
  });
}

const resultOf = (type: number, time: number, score: number): string =>
  plainGameText(formatResult(type, time, score));

/** Tracks of a search, or the newest ones. `mistake`: why there are none. */
export const searchPage = (
  place: Place,
  {
    words,
    rows,
    next,
    mistake,
  }: Rows<TrackLine> & { readonly words: string; readonly mistake: string | null },
): string =>
  page(
    place,
    [
      heading(words.trim() ? plainGameText(`Tracks: ${words.trim()}`) : 'Newest tracks'),
      ...(rows.length > 0 ? trackRows(place, rows) : [nothing(mistake ?? 'No tracks found')]),
      nextButton(place, next),
    ],
    words,
  );

/** Packs, the most active first. */
export const packsPage = (place: Place, { rows, next }: Rows<PackLine>): string =>
  page(place, [
    heading('Trackpacks'),
    ...(rows.length === 0 ? [nothing('No trackpacks found')] : []),
    ...rows.map((pack, at) => {
      const link = openPage(place, routes.maniaLinkPack(pack.PackId));
      return rowOf(at, link, (topAt) => {
        const cell = (left: number, width: number) => ({ left, top: topAt, width, height: rowHeight });
        return [
          line(cell(margin + 1, 60), nameOf(pack.PackName, `Trackpack ${pack.PackId}`), { link }),
          line(cell(66, 30), plainGameText(pack.Creator.Name), { colour: colours.quiet }),
          line(cell(98, 25), pack.Tracks === 1 ? '1 track' : `${pack.Tracks} tracks`, {
            colour: colours.quiet,
            align: 'right',
          }),
        ];
      });
    }),
    nextButton(place, next),
  ]);

/** A pack and its tracks in order. `isShown`: whether its list of tracks is released. */
export function packPage(
  place: Place,
  { pack, isShown, rows, next }: Rows<TrackLine> & { readonly pack: PackLine; readonly isShown: boolean },
): string {
  const { playLink } = place.site.capabilities;
  const code = playLink.kind === 'maniacode' ? playLink.packCode : null;
  const install = { page: packCode(code, place.site.gameSite, place.host, pack.PackId) };
  return page(place, [
    heading(nameOf(pack.PackName, `Trackpack ${pack.PackId}`)),
    rows.length > 0
      ? button({ left: 108, top: 12, width: 16, height: 5 }, 'Install', install, colours.main)
      : '',
    ...(rows.length > 0
      ? trackRows(place, rows)
      : [nothing(isShown ? 'No tracks added yet.' : 'The track list isn’t released yet.')]),
    nextButton(place, next),
  ]);
}

/** The Play later list that a link shares. */
export const playLaterPage = (
  place: Place,
  { owner, rows, next }: Rows<TrackLine> & { readonly owner: string },
): string =>
  page(
    place,
    [
      heading(plainGameText(`Play later by ${owner}`)),
      ...(rows.length > 0 ? trackRows(place, rows) : [nothing('There’s nothing here that you can see.')]),
      nextButton(place, next),
    ],
    '',
    seconds.own,
  );

/** A track with its leaderboard. */
export function trackPage(
  place: Place,
  { track, replays }: { readonly track: TrackLine; readonly replays: Rows<ReplayLine> },
): string {
  const { playLink } = place.site.capabilities;
  const { TrackId: trackId } = track;
  const code = playLink.kind === 'maniacode' ? playLink.code : null;
  const play = { page: trackCode(code, place.site.gameSite, place.host, { trackId, key: null }) };
  const web = { web: `${place.origin}${routes.trackShow(trackId)}` };
  const left = { left: margin, width: 40 };
  const facts = [
    `by ${track.Uploader.Name}`,
    `Author ${formatResult(track.PrimaryType, track.AuthorTime, track.AuthorScore)}`,
    track.Awards === 1 ? '1 award' : `${track.Awards} awards`,
  ];
  return page(place, [
    heading(nameOf(track.TrackName, `Track ${trackId}`)),
    image({ ...left, top, height: 25 }, plainAddress(place.host, `${routes.trackImage(trackId, 1)}.jpg`)),
    ...facts.map((fact, at) =>
      line({ ...left, top: 47 + at * 4.5, height: 4 }, plainGameText(fact), { colour: colours.quiet }),
    ),
    button({ ...left, top: 64, height: 7 }, 'Play', play, colours.main),
    button({ ...left, top: 73, height: 5 }, 'Open in the browser', web),
    line({ left: 48, top, width: 40, height: 5 }, 'Leaderboard', { size: 3 }),
    ...(replays.rows.length > 0
      ? replays.rows.map((replay, at) => replayRow(place, track, replay, at))
      : [line({ left: 48, top: 27, width: 70, height: 4 }, 'No records found', { colour: colours.quiet })]),
    nextButton(place, replays.next),
  ]);
}

/** A row of a leaderboard. A secret result cannot be watched. */
function replayRow(place: Place, track: TrackLine, replay: ReplayLine, at: number): string {
  const { site, host } = place;
  const topAt = 27 + at * 4.9;
  const box = (left: number, width: number) => ({ left, top: topAt, width, height: 4.4 });
  const { Position, IsSecret, ReplayId } = replay;
  const result = IsSecret ? 'Secret' : resultOf(track.PrimaryType, replay.ReplayTime, replay.ReplayScore);
  const code = (act: 'watch' | 'race'): Link => ({ page: replayCode(site.gameSite, host, ReplayId, act) });
  return [
    area(box(48, 76), colours.row),
    line(box(48, 5.5), Position === null ? '' : `${Position + 1}.`, {
      align: 'right',
      ...(Position === 0 && { colour: colours.gold }),
    }),
    line(box(55, 30), plainGameText(replay.User.Name)),
    line(box(85, 16), result, { align: 'right' }),
    ...(IsSecret
      ? []
      : [button(box(103, 10), 'Watch', code('watch')), button(box(114, 10), 'Race', code('race'))]),
  ].join('');
}

/** A page that only says something, because the game does not show refusals. */
export const messagePage = (place: Place, message: string): string =>
  page(place, [nothing(message)], '', seconds.own);
