import { sql } from 'kysely';
import { acrossSites } from '#db/for-site.ts';
import { trackSearch } from '#features/tracks/list/search.ts';
import { trackList } from '#features/tracks/list/server/list.ts';
import { listParams, readAddress } from '#lib/query-language/address.ts';
import { mistakesIn } from '#lib/query-language/mistakes.ts';
import type { ApiParams } from '#lib/query-language/search.ts';
import type { Ctx } from '#platform/context.ts';
import { badRequest } from '#platform/http/problem.ts';
import { params } from '#platform/lists/params.ts';
import { parseRows, readPage } from '#platform/lists/run.ts';
import { visitor } from '#platform/viewer.ts';
import type { Site } from '#sites/schema.ts';
import type { ChangeRow } from '../model.ts';
import type { FoundChanges } from './repo.ts';

/** Which changes a listener requests: all of these apply. */
export interface Selection {
  /** from the change alone */
  readonly wants: (change: ChangeRow) => boolean;
  /** what this user uploaded, drove, wrote or made, and the user */
  readonly userId: number | null;
  /** tracks that this search finds */
  readonly search: TrackSearch | null;
}

/** A search for tracks. Equal ones have equal keys, and are made once. */
export interface TrackSearch {
  readonly key: string;
  readonly params: ApiParams;
}

/** A search as the page of tracks reads it. Throws a Problem for one that it would not make. */
export function trackSearchOf(site: Site, text: string): TrackSearch {
  const declared = trackSearch(site);
  const address = readAddress(declared, new URLSearchParams({ query: text }));
  const [mistake] = mistakesIn(declared, address);
  if (mistake !== undefined) throw badRequest(mistake, 'search');
  const { order1: _, ...found } = listParams(declared, address, {});
  return { key: JSON.stringify(found), params: found };
}

/** The kinds that users make, with where their makers are. */
const makers = {
  track: ['track', 'track_id', 'uploader_id'],
  replay: ['replay', 'replay_id', 'user_id'],
  comment: ['comment', 'comment_id', 'user_id'],
  award: ['comment', 'comment_id', 'user_id'],
  pack: ['pack', 'pack_id', 'owner_id'],
  video: ['video', 'video_id', 'poster_id'],
  post: ['forum_post', 'post_id', 'user_id'],
  news: ['news', 'news_id', 'user_id'],
} as const;
const isMade = (kind: string): kind is keyof typeof makers => Object.hasOwn(makers, kind);

/** Changes of a page that wait to be sent. */
interface Row {
  readonly number: number;
  readonly change: ChangeRow;
  readonly text: string;
}

/** A page of changes that is sent to many listeners: what they need to know of it is read once for all. */
export class ChangePage {
  readonly last: number;
  readonly #ctx: Ctx;
  readonly #rows: readonly Row[];
  #makers: Promise<ReadonlyMap<number, number>> | null = null;
  readonly #found = new Map<string, Promise<ReadonlySet<number>>>();

  constructor(ctx: Ctx, { rows, last }: FoundChanges) {
    // the index of tracks and other servers may not have the changes yet
    const { listReads: _, pageReads: __, replicas: ___, ...services } = ctx;
    this.#ctx = { ...services, viewer: visitor, finders: new Map() };
    this.last = last;
    this.#rows = rows.map(({ number, row }) => ({
      number,
      change: JSON.parse(row) as ChangeRow, // as it was selected
      text: `id: ${number}\ndata: ${row}\n\n`,
    }));
  }

  /** The events after a number for a listener, as text. `Selection`s that need no row are answered without a wait. */
  textFor(after: number, selection: Selection): string | Promise<string> {
    const wanted = this.#rows.filter(({ number, change }) => number > after && selection.wants(change));
    if (wanted.length === 0) return '';
    const { userId, search } = selection;
    return userId === null && search === null ? textOf(wanted) : this.#narrowed(wanted, userId, search);
  }

  async #narrowed(
    wanted: readonly Row[],
    userId: number | null,
    search: TrackSearch | null,
  ): Promise<string> {
    const made = userId === null ? null : await this.#makersOfRows();
    const found = search === null ? null : await this.#tracksOf(search);
    return textOf(
      wanted.filter(
        ({ number, change }) =>
          (made === null || made.get(number) === userId) &&
          (found === null || (change.Kind === 'track' && found.has(change.Id))),
      ),
    );
  }

  /** Who made each change's thing, by the number of the change. */
  #makersOfRows(): Promise<ReadonlyMap<number, number>> {
    this.#makers ??= this.#readMakers();
    return this.#makers;
  }

  async #readMakers(): Promise<ReadonlyMap<number, number>> {
    const byNumber = new Map(
      this.#rows.flatMap(({ number, change }) => (change.Kind === 'user' ? [[number, change.Id]] : [])),
    );
    const byKind = Map.groupBy(this.#rows, ({ change }) => change.Kind);
    const parts = [...byKind].flatMap(([kind, rows]) => {
      if (!isMade(kind)) return [];
      const [table, id, maker] = makers[kind];
      const ids = rows.map(({ change }) => change.Id);
      return [
        sql`select ${kind}::text as kind, ${sql.ref(id)} as id, ${sql.ref(maker)} as maker from ${sql.table(table)}
          where site = ${this.#ctx.site.code} and ${sql.ref(id)} = any(${ids}::int[])`,
      ];
    });
    if (parts.length === 0) return byNumber;
    const db = acrossSites(this.#ctx.db, 'each part names its edition');
    const { rows } = await sql<{
      kind: string;
      id: number;
      maker: number;
    }>`${sql.join(parts, sql` union all `)}`.execute(db);
    const makerOf = new Map(rows.map(({ kind, id, maker }) => [`${kind} ${id}`, maker]));
    for (const { number, change } of this.#rows) {
      const maker = makerOf.get(`${change.Kind} ${change.Id}`);
      if (maker !== undefined) byNumber.set(number, maker);
    }
    return byNumber;
  }

  /** The tracks of the page that a search finds. */
  #tracksOf(search: TrackSearch): Promise<ReadonlySet<number>> {
    const known = this.#found.get(search.key) ?? this.#readTracks(search);
    this.#found.set(search.key, known);
    return known;
  }

  async #readTracks({ params: given }: TrackSearch): Promise<ReadonlySet<number>> {
    const changed = new Set(this.#rows.flatMap(({ change }) => (change.Kind === 'track' ? [change.Id] : [])));
    const named = given.id === undefined ? null : new Set(String(given.id).split(',').map(Number));
    const ids = [...changed].filter((id) => named === null || named.has(id));
    if (ids.length === 0) return new Set();
    const { rows } = await readPage(
      this.#ctx,
      trackList,
      params({ ...given, id: ids.join(), fields: 'TrackId', count: String(ids.length) }),
    );
    return new Set(parseRows<{ TrackId: number }>(rows).map(({ TrackId }) => TrackId));
  }
}

const textOf = (rows: readonly Row[]): string => rows.map(({ text }) => text).join('');
