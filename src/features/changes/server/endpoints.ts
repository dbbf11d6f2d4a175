import type { Ctx } from '#platform/context.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { linesReply, wantsLines } from '#platform/lists/lines.ts';
import {
  invalidValue,
  type JsonSchema,
  type Params,
  pageSize,
  readId,
  readParams,
  separate,
  single,
} from '#platform/lists/params.ts';
import type { ReadEndpoint } from '#platform/lists/read-operation.ts';
import { get } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import { type ChangeRow, changeDays, type PublicKind, publicActs, publicKinds } from '../model.ts';
import { eventsOf, listenerBounds } from './events.ts';
import { numberChanges, readChanges, type Wanted } from './repo.ts';
import { type Selection, trackSearchOf } from './selection.ts';

/** Changes in one answer; as lines there are as many as there are. */
const size = { usual: 1000, most: 10_000 } as const;

/** The number of a change; undefined if none is given. */
function readNumber(name: string, params: Params): number | undefined {
  const text = single(params.get(name));
  if (text === undefined) return undefined;
  const number = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(number))
    throw invalidValue(name, 'it must be a Last or Number that was returned');
  return number;
}

/** The kinds that are requested; null: all. */
function readKinds(params: Params): PublicKind[] | null {
  const given = separate(params.get('kinds'));
  const kinds = publicKinds.filter((kind) => given.some((one) => one.toLowerCase() === kind));
  if (given.length > 0 && kinds.length < new Set(given).size)
    throw invalidValue('kinds', `each must be one of ${publicKinds.join(', ')}`);
  return given.length === 0 ? null : kinds;
}

const kinds = {
  name: 'kinds',
  about: 'only these kinds of things',
  schema: { type: 'array', items: { type: 'string', enum: publicKinds } },
} as const;

const changeSchema: JsonSchema = {
  type: 'object',
  properties: {
    Number: { type: 'integer' },
    Kind: { type: 'string', enum: publicKinds },
    Id: { type: 'integer' },
    ParentId: {
      type: ['integer', 'null'],
      description:
        'The TrackId of a replay, comment or award; the PackId of an entry, whose Id is a TrackId; the ThreadId of a post.',
    },
    Act: { type: 'string', enum: publicActs },
    At: { type: 'string' },
  },
  required: ['Number', 'Kind', 'Id', 'ParentId', 'Act', 'At'],
};

/** `GET /api/changes`: what happened to everything that a visitor can see, in one order. */
const changesEndpoint: ReadEndpoint = {
  isOpen: true,
  operation: {
    name: 'changes',
    about: `Everything public that was created, updated or deleted on this edition, in one order without gaps, for ${changeDays} days. Hidden things count as deleted; with a track, pack, thread or user, everything that belongs to it is hidden and shown without changes of its own. Counters and places are no changes. Copies of this site must follow it: what is deleted here, with closed accounts, is to be deleted there.`,
    parameters: [
      {
        name: 'since',
        about:
          'the Last of the previous answer; without it there are no changes, only the Last to begin with',
        schema: { type: 'integer', minimum: 0 },
      },
      kinds,
      {
        name: 'count',
        about: 'changes in one answer',
        schema: { type: 'integer', minimum: 1, maximum: size.most },
      },
    ],
    example: { about: 'Where the log ends now, to begin with', query: '' },
    answer: {
      about: 'Changes, the oldest first. More is true if there are further ones now.',
      type: 'application/json',
      schema: {
        type: 'object',
        properties: {
          More: { type: 'boolean' },
          Last: { type: 'integer' },
          Results: { type: 'array', items: changeSchema },
        },
        required: ['More', 'Last', 'Results'],
      },
    },
    refusals: { 410: `Changes since then are not stored any more: read the lists again.` },
  },
  async handle(ctx, request) {
    const params = readParams(request.query);
    const since = readNumber('since', params);
    const wanted = { kinds: readKinds(params), count: pageSize(params.get('count'), size) };
    if (since !== undefined && wantsLines(request))
      return linesReply(allChanges(ctx, { ...wanted, since, count: size.usual }));
    const { rows, more, last } =
      since === undefined
        ? { rows: [], more: false, last: await numberChanges(ctx) }
        : await readChanges(ctx, { ...wanted, since });
    const body = `{"More":${more},"Last":${last},"Results":[${rows.map(({ row }) => row).join()}]}`;
    return {
      status: 200,
      headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
      body,
    };
  },
};

const things = {
  trackid: {
    about: 'only this track, its replays, comments and awards',
    kinds: ['track', 'replay', 'comment', 'award'],
  },
  packid: { about: 'only this pack and its entries', kinds: ['pack', 'packentry'] },
} as const;

/** Which changes a listener requests, from the changes alone. */
function readWanted(params: Params): (change: ChangeRow) => boolean {
  const wanted = readKinds(params);
  const only = Object.entries(things).flatMap(
    ([
      name,
      {
        kinds: [whole, ...parts],
      },
    ]) => {
      const text = single(params.get(name));
      return text === undefined ? [] : [{ id: readId(name, text), whole, parts: new Set<string>(parts) }];
    },
  );
  return ({ Kind, Id, ParentId }) =>
    (!wanted || wanted.includes(Kind)) &&
    only.every(({ id, whole, parts }) => (Kind === whole ? Id === id : parts.has(Kind) && ParentId === id));
}

/** Parameters by which a listener limits its events further. */
const narrowed = [
  {
    name: 'userid',
    about: 'only what this user uploaded, drove, wrote or made',
    schema: { type: 'integer', minimum: 0 },
  },
  {
    name: 'search',
    about:
      'only tracks that this search finds after the change, as typed into the search page; one that is deleted is found by none',
    schema: { type: 'string' },
  },
] as const;

function readSelection({ site }: Ctx, params: Params): Selection {
  const user = single(params.get('userid'));
  const search = single(params.get('search'))?.trim();
  return {
    wants: readWanted(params),
    userId: user === undefined ? null : readId('userid', user),
    search: search ? trackSearchOf(site, search) : null,
  };
}

/** `GET /api/events`: the same changes, sent as they happen. */
const eventsEndpoint: ReadEndpoint = {
  isShared: true,
  operation: {
    name: 'events',
    about:
      'The changes of /api/changes as they happen, as server-sent events: each has its Number as id and the change as data. A client that connects again with Last-Event-ID, as browsers do, gets what it has missed.',
    parameters: [
      kinds,
      ...Object.entries(things).map(([name, { about }]) => ({
        name,
        about,
        schema: { type: 'integer', minimum: 0 } as const,
      })),
      ...narrowed,
      {
        name: 'since',
        about:
          'begins after this Number or Last; without it, and without Last-Event-ID, with what happens next',
        schema: { type: 'integer', minimum: 0 },
      },
    ],
    answer: {
      about: `A stream that does not end; at most ${listenerBounds.each} for each address.`,
      type: 'text/event-stream',
      schema: { type: 'string' },
    },
    refusals: {
      410: 'Changes since then are not stored any more: read the lists again.',
      429: 'Too many streams are open from this address.',
      503: 'Too many streams are open, or too many different searches are followed.',
    },
  },
  async handle(ctx, request) {
    const params = readParams(request.query);
    const known = request.headers['last-event-id'];
    const resumed =
      typeof known === 'string' ? readNumber('since', new Map([['since', [known]]])) : undefined;
    const since = resumed ?? readNumber('since', params) ?? (await numberChanges(ctx));
    return {
      status: 200,
      headers: {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no', // nginx would wait for a full buffer
      },
      body: await eventsOf(ctx).listen(ctx, { since, selection: readSelection(ctx, params) }),
    };
  },
};

async function* allChanges(ctx: Ctx, wanted: Wanted): AsyncGenerator<string[]> {
  for (let { since } = wanted; ; ) {
    const { rows, more, last } = await readChanges(ctx, { ...wanted, since });
    yield rows.map(({ row }) => row);
    if (!more) return;
    since = last;
  }
}

/** The log of public changes. */
export const changeRoutes: RouteTable = {
  [get(routes.apiChanges)]: changesEndpoint,
  [get(routes.apiEvents)]: eventsEndpoint,
};
