import { sql } from 'kysely';
import type { Ctx } from '#platform/context.ts';
import { routes } from '#routes/routes.ts';

/** A page in a sitemap. */
export interface Listed {
  readonly path: string;
  /** of its last change, if known */
  readonly at: Date | null;
}

interface Row {
  readonly id: number;
  readonly at: Date | null;
  readonly address?: string | null;
}

/**
 * Each part covers this many consecutive ids, so that new things never move others to another part. With at most 200 bytes for an
 * address, a part stays below the limits of the protocol (50,000 addresses, 50 MB) and of memory (2 MB).
 */
export const idsPerPart = 10_000;

/** The things of one kind that visitors may see. */
interface Kind {
  /** the table with the condition of visibility; `k` is the row */
  readonly from: ReturnType<typeof sql>;
  readonly id: string;
  readonly at: string | null;
  readonly address?: string;
  path(row: Row): string;
}

/** By the name of their parts. Conditions are literally those of the indexes, so that only the index is read. */
const kinds: Readonly<Record<string, Kind>> = {
  tracks: {
    from: sql`track k where k.is_public and k.is_listed`,
    id: 'track_id',
    at: 'updated_at',
    path: ({ id }) => routes.trackShow(id),
  },
  trackpacks: {
    from: sql`pack k where k.is_public and k.deleted_at is null`,
    id: 'pack_id',
    at: 'updated_at',
    path: ({ id }) => routes.trackPackShow(id),
  },
  users: {
    from: sql`profile k where k.closed_at is null`,
    id: 'user_id',
    at: null,
    address: 'custom_url',
    path: ({ id, address }) => routes.userPage({ UserId: id, CustomUrl: address }),
  },
  videos: {
    from: sql`video k where k.removed_at is null`,
    id: 'video_id',
    at: 'posted_at',
    path: ({ id }) => routes.videoShow(id),
  },
  news: {
    from: sql`news k where k.published_at is not null and k.deleted_at is null`,
    id: 'news_id',
    at: 'updated_at',
    path: ({ id }) => routes.newsShow(id),
  },
  threads: {
    from: sql`forum_thread k where k.posts > 0 and exists (select from forum_board b where b.site = k.site and b.board_id = k.board_id and b.read_level = 0)`,
    id: 'thread_id',
    at: 'last_post_at',
    path: ({ id }) => routes.threadShow(id),
  },
};

export const sitemapKinds = Object.keys(kinds);

/** The numbers of the parts that contain something, from 1. Reads one entry of the index for each possible part. */
export async function partsOf({ db, site }: Ctx, name: string): Promise<number[]> {
  const kind = kinds[name];
  if (!kind) return [];
  const id = sql.ref(`k.${kind.id}`);
  const { rows } = await sql<{ part: number }>`
    select part from generate_series(0, (
      select max(${id}) / ${idsPerPart}::integer from ${kind.from} and k.site = ${site.code}
    )) part
    where exists (select from ${kind.from} and k.site = ${site.code}
      and ${id} between greatest(part * ${idsPerPart}::integer, 1) and part * ${idsPerPart}::integer + ${idsPerPart - 1}::integer)
    order by part`.execute(db);
  return rows.map(({ part }) => part + 1);
}

/** The pages of a part, by id; null if there is no such kind. */
export async function pagesOf({ db, site }: Ctx, name: string, part: number): Promise<Listed[] | null> {
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
  if (!kind) return null;
  const id = sql.ref(`k.${kind.id}`);
  const first = (part - 1) * idsPerPart;
  const at = kind.at === null ? sql`null::timestamptz` : sql.ref(`k.${kind.at}`);
  const address = kind.address === undefined ? sql`null::text` : sql.ref(`k.${kind.address}`);
  const { rows } = await sql<Row>`
    select ${id} as id, ${at} as at, ${address} as address from ${kind.from} and k.site = ${site.code}
      and ${id} between ${Math.max(first, 1)}::integer and ${first + idsPerPart - 1}::integer
    order by ${id}`.execute(db);
  return rows.map((row) => ({ path: kind.path(row), at: row.at }));
}
