import { type Expression, type SqlBool, sql } from 'kysely';
import { namedPerson } from '#features/modlog/acts.ts';
import { heldKinds, isHeldKind } from '#features/texts/held.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { Ctx } from '#platform/context.ts';
import { routes } from '#routes/routes.ts';
import { isSubjectKind, type Subject, type SubjectKind, subjectKey, subjectLabels } from '../subjects.ts';

interface Row {
  id: number;
  /** of the subject itself, or of what it belongs to */
  name: string;
  track_id?: number | null;
  owner_id?: number | null;
  owner_name?: string | null;
  owner_tint?: number | null;
  quote?: string | null;
  gone?: SqlBool;
  read_level?: number;
  key?: string;
}

type Finder = (ctx: Ctx, ids: readonly number[]) => Promise<Row[]>;

const owner = (column: string) =>
  sql`left join profile o on o.site = s.site and o.user_id = ${sql.ref(`s.${column}`)}`;
const run = async (ctx: Ctx, statement: ReturnType<typeof sql<Row>>) =>
  (await statement.execute(ctx.db)).rows;
const here = (ctx: Ctx, column: string, ids: readonly number[]): Expression<SqlBool> =>
  sql<SqlBool>`s.site = ${ctx.site.code} and ${sql.ref(`s.${column}`)} = any(${[...ids]}::int[])`;

/** A subject that belongs to a track: the names of both, and whether it is removed. */
const ofTrack = sql`join track t on t.site = s.site and t.track_id = s.track_id`;

const tracks: Finder = (ctx, ids) =>
  run(
    ctx,
    sql<Row>`
      select s.track_id as id, s.track_id, s.name, s.deleted_at is not null as gone, o.user_id as owner_id, o.name as owner_name, o.tint as owner_tint
      from track s ${owner('uploader_id')} where ${here(ctx, 'track_id', ids)}`,
  );

const people: Finder = (ctx, ids) =>
  run(
    ctx,
    sql<Row>`
        select s.user_id as id, s.name, s.user_id as owner_id, s.name as owner_name, s.tint as owner_tint
        from profile s where ${here(ctx, 'user_id', ids)}`,
  );

const finders: Readonly<Record<Exclude<SubjectKind, 'other'>, Finder>> = {
  track: tracks,
  image: tracks,
  remotepicture: (ctx, ids) =>
    run(
      ctx,
      sql<Row>`
        select s.picture_id as id, substring(s.address from '^[^:]*://([^/?#:]+)') as name, s.key
        from remote_picture s where ${here(ctx, 'picture_id', ids)}`,
    ),
  user: people,
  face: people,
  comment: (ctx, ids) =>
    run(
      ctx,
      sql<Row>`
        select s.comment_id as id, s.track_id, t.name, s.text as quote, o.user_id as owner_id, o.name as owner_name, o.tint as owner_tint,
          s.deleted_at is not null or t.deleted_at is not null as gone
        from comment s ${ofTrack} ${owner('user_id')} where ${here(ctx, 'comment_id', ids)}`,
    ),
  replay: (ctx, ids) =>
    run(
      ctx,
      sql<Row>`
        select s.replay_id as id, s.track_id, t.name, o.user_id as owner_id, o.name as owner_name, o.tint as owner_tint, s.deleted_at is not null or t.deleted_at is not null as gone
        from replay s ${ofTrack} ${owner('user_id')} where ${here(ctx, 'replay_id', ids)}`,
    ),
  pack: (ctx, ids) =>
    run(
      ctx,
      sql<Row>`
        select s.pack_id as id, s.name, s.deleted_at is not null as gone, o.user_id as owner_id, o.name as owner_name, o.tint as owner_tint
        from pack s ${owner('owner_id')} where ${here(ctx, 'pack_id', ids)}`,
    ),
  video: (ctx, ids) =>
    run(
      ctx,
      sql<Row>`
        select s.video_id as id, s.title as name, s.removed_at is not null as gone, o.user_id as owner_id, o.name as owner_name, o.tint as owner_tint
        from video s ${owner('poster_id')} where ${here(ctx, 'video_id', ids)}`,
    ),
  news: (ctx, ids) =>
    run(
      ctx,
      sql<Row>`
        select s.news_id as id, s.title as name, s.message as quote, o.user_id as owner_id, o.name as owner_name, o.tint as owner_tint,
          s.deleted_at is not null or s.published_at is null as gone
        from news s ${owner('user_id')} where ${here(ctx, 'news_id', ids)}`,
    ),
  // only reported messages: the rest of a conversation is private
  message: (ctx, ids) =>
    run(
      ctx,
      sql<Row>`
        select s.message_id as id, o.name, s.text as quote, o.user_id as owner_id, o.name as owner_name, o.tint as owner_tint,
          s.deleted_at is not null as gone
        from private_message s ${owner('user_id')}
        where ${here(ctx, 'message_id', ids)} and not s.hidden_with_account and exists(
          select from moderation_case k
          where k.site = s.site and k.subject_kind = 'message' and k.subject_id = s.message_id and k.reports > 0)`,
    ),
  heldtext: (ctx, ids) =>
    run(
      ctx,
      sql<Row>`
        select s.held_id as id, s.kind as name, concat_ws(${'\n'}, s.title, s.text) as quote, o.user_id as owner_id,
          o.name as owner_name, o.tint as owner_tint, s.state <> 'waiting' as gone
        from held_text s ${owner('user_id')} where ${here(ctx, 'held_id', ids)}`,
    ),
  loginclaim: (ctx, ids) =>
    run(
      ctx,
      sql<Row>`
        select s.claim_id as id, s.login as name, s.proof_text as quote, o.user_id as owner_id, o.name as owner_name,
          o.tint as owner_tint, s.state <> 'disputed' as gone
        from login_claim s ${owner('user_id')} where ${here(ctx, 'claim_id', ids)}`,
    ),
  post: (ctx, ids) =>
    run(
      ctx,
      sql<Row>`
        select s.post_id as id, h.title as name, s.text as quote, o.user_id as owner_id, o.name as owner_name, o.tint as owner_tint,
          s.deleted_at is not null as gone, b.read_level
        from forum_post s
        join forum_thread h on h.site = s.site and h.thread_id = s.thread_id
        join forum_board b on b.site = h.site and b.board_id = h.board_id ${owner('user_id')}
        where ${here(ctx, 'post_id', ids)}`,
    ),
};

/** Title and link. */
const shown: Readonly<Record<SubjectKind, (row: Row) => { title: string; link: string | null }>> = {
  track: ({ id, name }) => ({ title: name, link: routes.trackShow(id) }),
  image: ({ id, name }) => ({ title: `A picture of ${name}`, link: routes.trackShow(id) }),
  remotepicture: ({ name, key }) => ({
    title: `A picture from ${name}`,
    link: routes.remotePictureShow(key ?? ''),
  }),
  user: ({ id, name }) => ({ title: name, link: routes.userShow(id) }),
  face: ({ id, name }) => ({ title: `The picture of ${name}`, link: routes.userShow(id) }),
  comment: ({ id, name, track_id }) => ({
    title: `A comment on ${name}`,
    link: routes.trackComment(track_id ?? 0, id),
  }),
  replay: ({ name, track_id }) => ({ title: `A replay on ${name}`, link: routes.trackShow(track_id ?? 0) }),
  pack: ({ id, name }) => ({ title: name, link: routes.trackPackShow(id) }),
  video: ({ id, name }) => ({ title: name, link: routes.videoShow(id) }),
  news: ({ id, name }) => ({ title: name, link: routes.newsShow(id) }),
  post: ({ id, name }) => ({ title: `A post in ${name}`, link: routes.postShow(id) }),
  heldtext: ({ id, name }) => ({
    title: `A waiting ${isHeldKind(name) ? heldKinds[name] : 'text'}`,
    link: routes.heldText(id),
  }),
  loginclaim: ({ id, name }) => ({ title: `A claim to the login ${name}`, link: routes.loginClaim(id) }),
  message: ({ name }) => ({ title: `A message from ${name}`, link: null }),
  other: () => ({ title: 'Something else', link: null }),
};

function subjectOf(kind: SubjectKind, row: Row): Subject {
  const plain = stripGameText(row.name).trim() || `${subjectLabels[kind]} ${row.id}`;
  return {
    kind,
    id: row.id,
    ...shown[kind]({ ...row, name: plain }),
    trackId: row.track_id ?? null,
    owner: namedPerson(row.owner_id ?? null, row.owner_name ?? null, row.owner_tint ?? null),
    quote: row.quote ? (kind === 'heldtext' ? row.quote : shortened(row.quote)) : null,
    isGone: Boolean(row.gone),
    readLevel: row.read_level ?? 0,
    key: row.key ?? null,
  };
}

/** Enough to decide; the link leads to the whole text. A waiting text is shown whole, because it is decided as it is. */
const maxQuoteLength = 600;
const shortened = (text: string) =>
  text.length > maxQuoteLength ? `${text.slice(0, maxQuoteLength)}…` : text;

const somethingElse: Subject = subjectOf('other', { id: 0, name: '' });

/** Loads many subjects with one query per kind, by `subjectKey`; unknown ones are omitted. Checks no permissions: see visible.ts. */
export async function subjectsOf(
  ctx: Ctx,
  refs: readonly { kind: string; id: number }[],
): Promise<ReadonlyMap<string, Subject>> {
  const idsOf = new Map<SubjectKind, Set<number>>();
  for (const { kind, id } of refs) {
    if (isSubjectKind(kind)) idsOf.set(kind, (idsOf.get(kind) ?? new Set()).add(id));
  }
  const found = await Promise.all(
    [...idsOf].map(async ([kind, ids]) =>
      kind === 'other'
        ? [somethingElse]
        : (await finders[kind](ctx, [...ids])).map((row) => subjectOf(kind, row)),
    ),
  );
  return new Map(found.flat().map((subject) => [subjectKey(subject.kind, subject.id), subject]));
}
