import { replayList } from '#features/replays/list/server/list.ts';
import { trackList } from '#features/tracks/list/server/list.ts';
import { rowIdIn } from '#lib/codes/ids.ts';
import type { Ctx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Endpoint } from '#platform/http/types.ts';
import { type Params, readParams, single } from '#platform/lists/params.ts';
import { reader } from '#platform/lists/run.ts';
import { infoCells, infoFields, recordCells, recordFields, searchCells, searchFields } from '../columns.ts';
import { errorText, rowsText, rowText } from '../text.ts';

const readTracks = reader(trackList);
const readReplays = reader(replayList);

/** Rows of a page of `apisearch`, and the number of its pages: clients read 25 at most. */
const searchRows = 20;
const searchPages = 50;
const recentRows = 10;
/** Clients show ten records. */
const recordRows = 100;

type Answer = (ctx: Ctx, given: Params) => Promise<string>;

const text = (given: Params, name: string) => single(given.get(name));

/** One track by `uid` or `id`. */
const trackInfo: Answer = async (ctx, given) => {
  const uid = text(given, 'uid');
  const id = rowIdIn(text(given, 'id'));
  if (uid === undefined && id === null) return '';
  const by = uid === undefined ? { id: id ?? undefined } : { uid };
  const { Results } = await readTracks(ctx, { fields: infoFields, count: 1, ...by });
  return Results.map((track) => rowText(infoCells(ctx.site, track))).join('');
};

/** A page of the tracks that match, newest first; or the one with this `trackid`. */
const search: Answer = async (ctx, given) => {
  const trackId = text(given, 'trackid');
  const id = rowIdIn(trackId);
  if (trackId !== undefined && id === null) return '';
  const filters = {
    id: id ?? undefined,
    name: text(given, 'track'),
    author: text(given, 'author'),
    environment: text(given, 'env'),
  };
  const after = await lastBefore(ctx, filters, text(given, 'page') ?? '0');
  return after === null ? '' : tracksText(ctx, { ...filters, after, count: searchRows });
};

type Filters = Readonly<Record<string, string | number | undefined>>;

/** The last track before a page, counted from 0; 0 for the first page, null if the page is empty. */
async function lastBefore(ctx: Ctx, filters: Filters, page: string): Promise<number | null> {
  if (!/^\d{1,3}$/.test(page) || Number(page) >= searchPages) return null;
  const count = Number(page) * searchRows;
  if (count === 0) return 0;
  const { Results, More } = await readTracks(ctx, { fields: ['TrackId'], ...filters, count });
  return More ? (Results.at(-1)?.TrackId ?? null) : null;
}

async function tracksText(ctx: Ctx, query: Filters): Promise<string> {
  const { Results } = await readTracks(ctx, { fields: searchFields, ...query });
  return rowsText(Results.map((track) => searchCells(ctx.site, track)));
}

/** The newest tracks, at most one of each author. */
const recent: Answer = (ctx) => tracksText(ctx, { antispam: 1, count: recentRows });

/** The best replay of each driver, best first. Results that are secret to the viewer are left out. */
const records: Answer = async (ctx, given) => {
  const trackid = rowIdIn(text(given, 'id'));
  if (trackid === null) return '';
  const query = { fields: recordFields, trackid, best: 1, count: recordRows };
  const { Results } = await readReplays(ctx, query);
  return rowsText(Results.map(recordCells));
};

const answers: ReadonlyMap<string, Answer> = new Map([
  ['apitrackinfo', trackInfo],
  ['apisearch', search],
  ['apirecent', recent],
  ['apitrackrecords', records],
]);

/** Values that cannot be read are reported in the body: clients take any status other than 200 for a failed connection. */
async function answerTo(ctx: Ctx, given: Params): Promise<string> {
  const answer = answers.get(text(given, 'action')?.toLowerCase() ?? '');
  if (!answer) return errorText('This action does not exist.');
  try {
    return await answer(ctx, given);
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 400) throw error;
    return errorText(error.message);
  }
}

/** GET /apiget.aspx: tracks and records as text, for old clients. Nothing found is an empty body. */
export const apiGet: Endpoint = {
  async handle(ctx, request) {
    return {
      status: 200,
      headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'private, no-store' },
      body: await answerTo(ctx, readParams(request.query)),
    };
  },
};
