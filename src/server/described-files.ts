import type { FileOperation } from '#platform/http/file-operation.ts';
import { get } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';

const key = 'the secret of an unlisted track’s link';
const picture = (about: string, type = 'image/*'): FileOperation => ({
  about,
  kind: 'pictures',
  type,
  query: {
    w: 'the width in pixels; the nearest one that exists is returned',
    v: 'a version, so that the answer may be stored for long',
  },
});
const feed = (about: string, query?: Readonly<Record<string, string>>): FileOperation => ({
  about,
  kind: 'feeds',
  type: 'application/atom+xml',
  ...(query && { query }),
});
const after = 'the id of the last row of the page before';
const search = { query: 'what was typed into the search, as in the address of its page' };
const zip = (about: string, query?: Readonly<Record<string, string>>): FileOperation => ({
  about,
  kind: 'files',
  type: 'application/zip',
  ...(query && { query }),
});
const forGame = (about: string, type: string, query?: Readonly<Record<string, string>>): FileOperation => ({
  about,
  kind: 'game',
  type,
  ...(query && { query }),
});
const former = (about: string, type: string | null): FileOperation => ({
  about,
  kind: 'legacy',
  type,
  query: { action: 'what is requested', id: 'the TrackId, PackId or ReplayId' },
});
const ofSite = (about: string, type: string, query?: Readonly<Record<string, string>>): FileOperation => ({
  about,
  kind: 'site',
  type,
  ...(query && { query }),
});

/** The addresses of the API document that return no JSON of the API, by the keys of their routes. */
export const describedFiles: Readonly<Record<string, FileOperation>> = {
  [get(routes.trackGbx)]: {
    about: 'The file of a track.',
    kind: 'files',
    type: 'application/gbx',
    query: { key, version: 'the number of a version; the current one by default' },
  },
  [get(routes.recordGbx)]: {
    about: 'The file of a replay.',
    kind: 'files',
    type: 'application/gbx',
    query: { key },
  },
  [get(routes.replayLine)]: {
    about: 'The line of a replay: where the car was, for drawing it.',
    kind: 'files',
    type: 'application/octet-stream',
    query: { key },
  },
  [get(routes.trackLine)]: {
    about: 'The same of the record of a track; 204 if there is none that you may see.',
    kind: 'files',
    type: 'application/json',
    query: { key },
  },
  [get(routes.trackPackDownload)]: zip('A zip of the tracks of a pack; the PackId may be followed by .zip.'),
  [get(routes.trackSearchZip)]: zip(
    'A zip of the tracks of a search, with the parameters of /api/tracks.',
    search,
  ),
  [get(routes.trackReplaysZip)]: zip('A zip of the replays of a track; the TrackId may be followed by .zip.'),
  [get(routes.trackImage)]: picture('A screenshot of a track by its position, from 0.'),
  [get(routes.trackScreen)]: picture('The same, at a former address.'),
  [get(routes.trackCover)]: picture('The cover of a track: its first screenshot, or a drawing.'),
  [get(routes.trackDrawing)]: picture('The map of a track.'),
  [get(routes.trackHero)]: picture('A drawing of a track at an angle.'),
  [get(routes.trackSolid)]: {
    about: 'A track as triangles for the scene of the replay viewer, compressed with gzip.',
    kind: 'files',
    type: 'application/gzip',
    query: { key },
  },
  [get(routes.trackPackThumb)]: picture('The picture of a pack.'),
  [get(routes.videoThumb)]: picture('The picture of a video.'),
  [get(routes.avatar)]: picture('The avatar of a user.'),
  [get(routes.avatarMini)]: picture('The small avatar of a user.'),
  [get(routes.banner)]: picture('The banner of a user.'),
  [get(routes.trackCard)]: picture(
    'A card with the picture and the facts of a track, for links.',
    'image/jpeg',
  ),
  [get(routes.packCard)]: picture('A card of a pack.', 'image/jpeg'),
  [get(routes.userCard)]: picture('A card of a user.', 'image/jpeg'),
  [get(routes.editionCard)]: picture('A card of the edition.', 'image/jpeg'),
  [get(routes.duelCard)]: {
    ...picture('A card of two replays of a track.', 'image/jpeg'),
    query: { replays: 'the two ReplayIds, separated by a comma' },
  },
  [get(routes.replayCard)]: {
    ...picture('A card of a replay with its line over the drawing of the track.', 'image/jpeg'),
    query: { replays: 'the ReplayId' },
  },
  [get(routes.trackSearchFeed)]: feed('The newest tracks of a search.', search),
  [get(routes.trackKindFeed)]: feed('The newest tracks of a kind, such as featured.'),
  [get(routes.packSearchFeed)]: feed('The newest packs of a search.', search),
  [get(routes.videoSearchFeed)]: feed('The newest videos of a search.', search),
  [get(routes.newsFeed)]: feed('The news.', search),
  [get(routes.userFeed)]: feed('The newest tracks of a user.'),
  [get(routes.trackFeed)]: feed('The newest comments on a track.'),
  [get(routes.packFeed)]: feed('The newest tracks of a pack.'),
  [get(routes.forumFeed)]: feed('The newest posts of the forum.', { board: 'the BoardId of one board' }),
  [get(routes.maniaCodeTrack)]: forGame('A ManiaCode that plays a track.', 'application/xml', {
    id: 'the TrackId',
    site: 'the name of an edition',
  }),
  [get(routes.maniaCodePack)]: forGame('A ManiaCode that installs the tracks of a pack.', 'application/xml', {
    id: 'the PackId',
    site: 'the name of an edition',
  }),
  [get(routes.maniaCodeReplay)]: forGame(
    'A ManiaCode that shows a replay, or drives against it.',
    'application/xml',
    {
      id: 'the ReplayId',
      site: 'the name of an edition',
      act: '`watch` or `race`',
    },
  ),
  [get(routes.maniaLink)]: forGame('A ManiaLink page with the tracks of a search.', 'application/xml', {
    ...search,
    after,
  }),
  [get(routes.maniaLinkTrack)]: forGame(
    'A ManiaLink page with a track and its leaderboard.',
    'application/xml',
    { after },
  ),
  [get(routes.maniaLinkPacks)]: forGame('A ManiaLink page with the packs.', 'application/xml', { after }),
  [get(routes.maniaLinkPack)]: forGame('A ManiaLink page with a pack and its tracks.', 'application/xml', {
    after,
  }),
  [get(routes.maniaLinkPlayLater)]: forGame('A ManiaLink page with a shared Play later.', 'application/xml', {
    after,
  }),
  [get(routes.trackPackMatchSettings)]: forGame(
    'The match settings of a pack for a game server.',
    'text/xml',
  ),
  [get(routes.trackPackList)]: forGame('The tracks of a pack as a list for a game server.', 'text/plain'),
  'GET /apiget.aspx': former('Tracks and records as text, in cells separated by tabs.', 'text/plain'),
  'GET /get.aspx': former('Files and pictures.', 'application/octet-stream'),
  'GET /getclean.aspx': former('The same, for tools that expect this name.', 'application/octet-stream'),
  'GET /tmupget.aspx': former('The same, for tools that expect this name.', 'application/octet-stream'),
  'GET /main.aspx': former('Leads to the page that a former address means.', null),
  [get(routes.oEmbed)]: ofSite('What other sites show of a link to a page (oEmbed).', 'application/json', {
    url: 'the address of the page',
    format: 'json',
  }),
  [get(routes.robots)]: ofSite('Which pages search engines may read.', 'text/plain'),
  [get(routes.sitemap)]: ofSite('The index of the sitemap.', 'application/xml'),
  [get(routes.sitemapPart)]: ofSite('A part of the sitemap.', 'application/xml'),
  [get(routes.openSearch)]: ofSite(
    'Describes the search for browsers.',
    'application/opensearchdescription+xml',
  ),
  [get(routes.suggest)]: ofSite(
    'Suggestions for the search of a browser.',
    'application/x-suggestions+json',
    {
      q: 'what was typed',
    },
  ),
  [get(routes.securityTxt)]: ofSite('Where to report a vulnerability.', 'text/plain'),
  [get(routes.health)]: ofSite('Whether the site works.', 'application/json'),
  [get(routes.dumpKey)]: ofSite('The key that dumps are signed with.', 'application/x-pem-file'),
  [get(routes.dumpFile)]: ofSite('A file of a dump; /api/dumps lists them.', 'application/octet-stream'),
};
