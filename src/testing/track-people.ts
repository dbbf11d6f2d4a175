import type { Level } from '#lib/codes/level.ts';
import type { TestCtx } from './ctx.ts';
import { asMember, trackFile } from './tracks.ts';
import { type Answered, entry, Uploader } from './uploader.ts';

/** A signed-in user who works with tracks as a browser would: forms with a token, JSON responses. */
export class Person {
  readonly #http: Uploader;

  private constructor(http: Uploader) {
    this.#http = http;
  }

  static async of(world: TestCtx, level?: Level): Promise<Person> {
    return new Person(await Uploader.of(await asMember(world, level)));
  }

  get ctx(): TestCtx {
    return this.#http.ctx;
  }

  get userId(): number {
    return this.ctx.viewer.userId;
  }

  get name(): string {
    return this.ctx.viewer.name;
  }

  /** Publishes a new track and returns its id. */
  async uploads(settings: Record<string, string> = {}, file = trackFile()): Promise<number> {
    const { results, problem } = await this.#http.publish(entry(0, { TrackFile: file, ...settings }));
    const [result] = results ?? [];
    if (!result || !('TrackId' in result))
      throw new Error(`Not published: ${JSON.stringify(result ?? problem)}`);
    return result.TrackId;
  }

  post(path: string, form: Record<string, string | readonly string[]> = {}, token?: string | null) {
    return this.sends('POST', path, form, token);
  }

  sends(
    method: string,
    path: string,
    form: Record<string, string | readonly string[]> = {},
    token?: string | null,
  ): Promise<Answered> {
    const fields = new URLSearchParams(
      Object.entries(form).flatMap(([name, value]) => [value].flat().map((one) => [name, one])),
    );
    return this.#http.ask(method, path, { form: fields, token });
  }

  /** Sends a new file for a track. */
  replaces(trackId: number, file: Buffer, fields: Record<string, string> = {}): Promise<Answered> {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('TrackFile', new File([new Uint8Array(file)], 'new.Challenge.Gbx'));
    return this.#http.ask('POST', `/trackreplace/${trackId}`, { form });
  }

  /** Saves the form of a track as a browser without scripts does. */
  editsPlainly(
    trackId: number,
    fields: Record<string, string>,
    pictures: readonly Uint8Array[],
  ): Promise<Answered> {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    for (const [index, bytes] of pictures.entries())
      form.append('ScreenshotFile', new File([new Uint8Array(bytes)], `${index + 1}.png`));
    // browsers send an empty file input as a file without a name
    if (pictures.length === 0) form.append('ScreenshotFile', new File([], ''));
    return this.#http.ask('POST', `/trackedit/${trackId}`, { form, headers: { accept: 'text/html' } });
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answered> {
    return this.#http.ask('GET', path, { headers });
  }

  /** A page of GET /api/tracks. */
  async tracks<Row>(query: string): Promise<Row[]> {
    const answer = await this.get(`/api/tracks?${query}`);
    return answer.json<{ Results: Row[] }>().Results;
  }

  /** The user's notices, newest last. */
  async notices(): Promise<{ kind: string; text: string; link: string }[]> {
    return this.ctx.db
      .selectFrom('notice')
      .where('site', '=', this.ctx.site.code)
      .where('user_id', '=', this.userId)
      .orderBy('notice_id')
      .select(['kind', 'text', 'link'])
      .execute();
  }

  async kinds(): Promise<string[]> {
    return (await this.notices()).map(({ kind }) => kind);
  }
}

/** The row of a track. */
export const trackRow = (ctx: TestCtx, trackId: number) =>
  ctx.db
    .selectFrom('track')
    .where('site', '=', ctx.site.code)
    .where('track_id', '=', trackId)
    .selectAll()
    .executeTakeFirst();

/** The co-authors of a track in order, and whether they are pending. */
export const coAuthors = (ctx: TestCtx, trackId: number) =>
  ctx.db
    .selectFrom('track_author')
    .where('site', '=', ctx.site.code)
    .where('track_id', '=', trackId)
    .where('is_uploader', '=', false)
    .orderBy('position')
    .select(['user_id', 'is_pending', 'role'])
    .execute();

/** The moderation log of a track. */
export const moderationActs = (ctx: TestCtx, trackId: number) =>
  ctx.db
    .selectFrom('moderation_act')
    .where('site', '=', ctx.site.code)
    .where('subject_kind', '=', 'track')
    .where('subject_id', '=', trackId)
    .orderBy('act_id')
    .select(['act', 'reason', 'user_id'])
    .execute();

/** What the acts of moderators about a subject stored as changed, oldest first. */
export const loggedChanges = (ctx: TestCtx, kind: string, id: number) =>
  ctx.db
    .selectFrom('moderation_act')
    .where('site', '=', ctx.site.code)
    .where('subject_kind', '=', kind)
    .where('subject_id', '=', id)
    .orderBy('act_id')
    .select(['act', 'before', 'after'])
    .execute();
