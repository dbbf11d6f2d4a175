import type { Answer, Requested } from './asker.ts';
import { downloads } from './downloads.ts';
import { gameOperations } from './game-operations.ts';
import type { Operation } from './operation.ts';
import { packOperations } from './pack-operations.ts';
import { packTrackOperations } from './pack-track-operations.ts';
import type { Scene } from './scene.ts';
import * as table from './table.ts';

const isInList = ({ text }: Answer) => (JSON.parse(text) as { Results: unknown[] }).Results.length > 0; // the shape of every list
const inList = (fields: string, by: (scene: Scene) => Record<string, string>) => ({
  expected: table.listed,
  query: (scene: Scene) => ({ fields, count: '5', ...by(scene) }),
  holds: isInList,
});
const ofTrack = ({ trackId }: Scene) => ({ trackid: `${trackId}` });
const reason = () => ({ Reason: 'The table of rights.' });
const reporting = (type: string, id: (scene: Scene) => number) => ({
  routes: ['POST /postcreate'] as const,
  expected: table.talking,
  form: (scene: Scene) => ({
    reportType: type,
    subjectId: `${id(scene)}`,
    Reason: 'other',
    Text: 'Something is wrong here.',
  }),
});
const writing = (kind: string, commentId: (scene: Scene) => number = () => 0) => ({
  routes: ['POST /commentupdate/:trackId/:kind/:commentId'] as const,
  parts: (scene: Scene) => ({ kind, commentId: `${commentId(scene)}` }),
});
const withVideo = ({ videoId }: Scene) => ({ videoId: `${videoId}` });

export const operations: readonly Operation[] = [
  ...downloads,
  ...['apitrackinfo', 'apisearch', 'apitrackrecords'].map(
    (action): Operation => ({
      name: `read it as text with ${action}`,
      routes: ['GET /apiget.aspx'],
      expected: table.listed,
      query: ({ trackId }) => ({ action, id: `${trackId}`, trackid: `${trackId}` }),
      holds: ({ text }) => text !== '',
    }),
  ),
  {
    name: 'delete a replay of the uploader',
    routes: ['POST /replaydelete/:replayId'],
    expected: table.ofTheDriver,
    parts: ({ replayId }) => ({ replayId: `${replayId}` }),
    form: reason,
  },
  {
    name: 'restore a replay that is there',
    routes: ['POST /replayrestore/:replayId'],
    expected: table.restoringWhatIsThere,
    parts: ({ replayId }) => ({ replayId: `${replayId}` }),
    form: reason,
  },
  {
    name: 'keep the time of a replay secret',
    routes: ['POST /replaysecret/:replayId'],
    expected: table.ofTheAuthors,
    parts: ({ replayId }) => ({ replayId: `${replayId}` }),
    form: () => ({ SecretUntil: '' }),
  },
  {
    name: 'see picture 0',
    routes: ['GET /trackshow/:id/image/:n', 'GET /trackshow/:id/screen/:n'],
    expected: table.looking,
    parts: () => ({ n: '0' }),
  },
  {
    name: 'see picture 1',
    routes: ['GET /trackshow/:id/image/:n', 'GET /trackshow/:id/screen/:n'],
    expected: table.looking,
    parts: () => ({ n: '1' }),
  },
  { name: 'see the cover', routes: ['GET /trackimage/:id'], expected: table.looking },
  { name: 'see the map', routes: ['GET /trackdrawing/:id'], expected: table.looking },
  { name: 'see the drawing', routes: ['GET /trackdrawing/:id/hero'], expected: table.looking },
  { name: 'see it in three dimensions', routes: ['GET /trackdrawing/:id/solid'], expected: table.looking },
  { name: 'play it', routes: ['GET /trackplay/:id'], expected: table.looking },
  {
    name: 'let the game fetch it',
    routes: ['GET /maniacode/track'],
    expected: table.inTheGame,
    query: ({ trackId }) => ({ id: `${trackId}` }),
  },
  {
    name: 'find it by its number',
    routes: ['GET /api/tracks'],
    ...inList('TrackId,TrackName', ({ trackId }) => ({ id: `${trackId}` })),
  },
  {
    name: 'find it by its name',
    routes: ['GET /api/tracks'],
    ...inList('TrackId', ({ word }) => ({ name: word })),
  },
  {
    name: 'find it in its pack',
    routes: ['GET /api/tracks'],
    ...inList('TrackId', ({ packId }) => ({ packid: `${packId}` })),
  },
  ...packOperations,
  ...gameOperations,
  {
    name: 'read its comments',
    routes: ['GET /api/tracks/comments'],
    ...inList('CommentId,Comment', ofTrack),
  },
  { name: 'read its awards', routes: ['GET /api/tracks/awards'], ...inList('CommentId', ofTrack) },
  { name: 'read its replays', routes: ['GET /api/replays'], ...inList('ReplayId', ofTrack) },
  {
    name: 'read its online records',
    routes: ['GET /api/tracks/dedimania'],
    ...inList('Login', ofTrack),
  },
  { name: 'find its videos', routes: ['GET /api/videos'], ...inList('VideoId', ofTrack) },
  { name: 'find the packs it is in', routes: ['GET /api/trackpacks'], ...inList('PackId', ofTrack) },
  {
    name: 'be led to it at random',
    routes: ['GET /trackrandom'],
    expected: table.listed,
    query: ({ word }) => ({ name: word }),
    holds: ({ location }, { trackId }) => location.includes(`/trackshow/${trackId}`),
  },
  {
    name: 'edit it',
    routes: ['POST /trackedit/:id'],
    expected: table.editing,
    form: () => ({ AuthorComments: 'Edited.', ...reason() }),
  },
  {
    name: 'say who sees it',
    routes: ['POST /trackedit/:id'],
    expected: table.owning,
    // the opposite of the current state
    form: ({ situation }) => ({ Visible: String(situation === 'hidden'), ...reason() }),
  },
  {
    name: 'invite a co-author',
    routes: ['POST /trackedit/:id'],
    expected: table.owning,
    form: () => ({ 'Authors[0].UserId': '1', 'Authors[0].Role': 'all of it', ...reason() }),
  },
  {
    name: 'replace the file',
    routes: ['POST /trackreplace/:id'],
    expected: table.replacing,
    form: (_, nextFile) => ({ TrackFile: nextFile, Confirm: 'true' }),
  },
  {
    name: 'make an earlier file the current one',
    routes: ['POST /trackversion/:id'],
    expected: table.replacing,
    form: () => ({ Version: '1', Confirm: 'true' }),
  },
  { name: 'release it', routes: ['POST /trackrelease/:id'], expected: table.releasing, form: reason },
  {
    name: 'give it a new secret link',
    routes: ['POST /tracklink/:id'],
    expected: table.owning,
    form: reason,
  },
  { name: 'delete it', routes: ['POST /trackdelete/:id'], expected: table.deleting, form: reason },
  { name: 'restore it', routes: ['POST /trackrestore/:id'], expected: table.restoring, form: reason },
  {
    name: 'accept an invitation',
    routes: ['POST /trackauthor/:id/accept'],
    expected: table.accepting,
  },
  {
    name: 'decline an invitation',
    routes: ['POST /trackauthor/:id/decline'],
    expected: table.declining,
  },
  { name: 'leave its authors', routes: ['POST /trackauthor/:id/leave'], expected: table.leaving },
  {
    name: 'authorize the own name, or take it back; for moderators, the track',
    routes: ['PUT /maps/toggleauthorization/:mapId'],
    expected: table.authorizing,
  },
  {
    name: 'comment',
    ...writing('comment'),
    expected: table.talking,
    form: () => ({ Comment: 'A good one.' }),
  },
  {
    name: 'reply',
    ...writing('comment'),
    expected: table.talking,
    form: ({ commentId }) => ({ Comment: 'I think so, too.', replyTo: `${commentId}` }),
  },
  {
    name: 'award',
    ...writing('award'),
    expected: table.awarding,
    form: () => ({ Comment: 'Well built.' }),
  },
  {
    name: 'edit the comment of the stranger',
    ...writing('comment', ({ commentId }) => commentId),
    expected: table.editingTheStrangersComment,
    form: () => ({ Comment: 'Something else.' }),
  },
  {
    name: 'remove the comment of the stranger',
    routes: ['POST /commentdelete/:commentId'],
    expected: table.removingTheStrangersComment,
    parts: ({ commentId }) => ({ commentId: `${commentId}` }),
    form: reason,
  },
  { name: 'report it', ...reporting('1', ({ trackId }) => trackId) },
  { name: 'report its picture', ...reporting('8', ({ trackId }) => trackId) },
  { name: 'report a comment on it', ...reporting('4', ({ commentId }) => commentId) },
  {
    name: 'play later',
    routes: ['PUT /maps/toggleplaylater/:id', 'POST /maps/toggleplaylater/:id'],
    expected: table.keeping,
  },
  {
    name: 'feature it',
    routes: ['POST /trackfeature/:id'],
    expected: table.featuring,
    form: () => ({ Comment: 'Drive this one.' }),
  },
  {
    name: 'feature it no longer',
    routes: ['POST /trackunfeature/:id'],
    expected: table.unfeaturing,
  },
  {
    name: 'choose its leaderboard',
    routes: ['POST /tracktype/:id'],
    expected: table.choosingType,
    form: () => ({ Type: '1', ...reason() }),
  },
  {
    name: 'feature a video of it',
    routes: ['PUT /togglevideofeature/:trackId', 'POST /togglevideofeature/:trackId'],
    expected: table.choosingVideos,
    form: withVideo,
  },
  {
    name: 'remove a video from it',
    routes: ['DELETE /removetrackvideo/:trackId', 'POST /removetrackvideo/:trackId'],
    expected: table.choosingVideos,
    form: withVideo,
  },
  ...packTrackOperations,
];

/** The request of an action by one of its routes. The key is included if the user has it. */
export function requestOf(operation: Operation, route: string, scene: Scene, nextFile: Buffer): Requested {
  const [method = '', pattern = ''] = route.split(' ');
  const parts: Record<string, string> = {
    ...Object.fromEntries(['id', 'trackId', 'mapId'].map((name) => [name, `${scene.trackId}`])),
    ...operation.parts?.(scene),
  };
  const path = pattern.replace(/:(\w+)/g, (_, name) => parts[name] ?? '');
  const key: Record<string, string> = scene.key ? { key: scene.key } : {};
  if (method === 'GET') {
    // lists refuse unknown parameters
    return { method, path, query: { ...operation.query?.(scene), ...(operation.holds ? {} : key) } };
  }
  const form = { ...operation.form?.(scene, nextFile) };
  return { method, path, query: key, form: path.startsWith('/trackedit/') ? form : { ...form, ...key } };
}
