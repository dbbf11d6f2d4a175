import type { Answer } from './asker.ts';
import type { Operation } from './operation.ts';
import type { Scene } from './scene.ts';
import * as table from './table.ts';

const isInZip = ({ text }: Answer, { word, trackId }: Scene) => text.includes(`The ${word}_(${trackId})`);

/** The ways to get the files and pictures of a track. */
export const downloads: readonly Operation[] = [
  { name: 'download the file', routes: ['GET /trackgbx/:id'], expected: table.looking },
  {
    name: 'download the file at an old address',
    routes: ['GET /get.aspx', 'GET /getclean.aspx', 'GET /tmupget.aspx', 'GET /main.aspx'],
    expected: table.looking,
    query: ({ trackId }) => ({ action: 'trackgbx', id: `${trackId}` }),
  },
  {
    name: 'see a picture at an old address',
    routes: ['GET /get.aspx', 'GET /getclean.aspx'],
    expected: table.looking,
    query: ({ trackId }) => ({ action: 'trackscreen', id: `${trackId}` }),
  },
  {
    name: 'download a replay at an old address',
    routes: ['GET /get.aspx', 'GET /apiget.aspx'],
    expected: table.looking,
    query: ({ replayId }) => ({ action: 'recordgbx', id: `${replayId}` }),
  },
  {
    name: 'download an old version',
    routes: ['GET /trackgbx/:id'],
    expected: table.looking,
    query: () => ({ version: '1' }),
  },
  {
    name: 'download a replay',
    routes: ['GET /recordgbx/:replayId'],
    expected: table.looking,
    parts: ({ replayId }) => ({ replayId: `${replayId}` }),
  },
  {
    name: 'download it in the zip of its pack',
    routes: ['GET /trackpackdl/:packId'],
    expected: table.listed,
    parts: ({ packId }) => ({ packId: `${packId}.zip` }),
    holds: isInZip,
  },
  {
    name: 'download it in the zip of a search',
    routes: ['GET /tracksearch.zip'],
    expected: table.listed,
    query: ({ word }) => ({ name: word }),
    holds: isInZip,
  },
  {
    name: 'download its replays',
    routes: ['GET /trackreplays/:id'],
    expected: table.looking,
    parts: ({ trackId }) => ({ id: `${trackId}.zip` }),
  },
];
