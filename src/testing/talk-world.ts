import { app } from '#app.ts';
import type { WriteAnswer } from '#features/comments/forms.ts';
import { commentRoutes } from '#features/comments/server/endpoints.ts';
import { Level } from '#lib/codes/level.ts';
import { cookieName } from '#platform/auth/cookies.ts';
import { signIn } from '#platform/auth/session.ts';
import { type Answer, Client } from './client.ts';
import { seenFrom, type TestCtx } from './ctx.ts';
import { makeMember } from './tracks.ts';

/** The routes of these tests. */
export const talkRoutes = { ...app.routes, ...commentRoutes };

/** A signed-in user who writes about tracks, as a browser's script does. */
export class Talker {
  readonly ctx: TestCtx;
  readonly client: Client;

  private constructor(ctx: TestCtx) {
    this.ctx = ctx;
    this.client = new Client(ctx, talkRoutes);
  }

  static async of(world: TestCtx, level: Level = Level.standard): Promise<Talker> {
    const viewer = await makeMember(world, level);
    const talker = new Talker(seenFrom(world, { viewer }));
    if (level >= Level.moderator) {
      await world.db
        .insertInto('role_grant')
        .values({
          account_id: viewer.accountId ?? 0,
          site: world.site.code,
          level,
          granted_by: null,
          granted_at: world.clock.now(),
        })
        .execute();
    }
    await talker.signIn();
    return talker;
  }

  /** Starts a new session: those of the crew end after half a day without a visit. */
  async signIn(): Promise<void> {
    const { viewer, site } = this.ctx;
    const { sessionId } = await signIn(this.ctx, { cookies: {}, secure: false }, viewer.accountId ?? 0);
    this.client.cookies.set(cookieName('session', site, false), sessionId);
  }

  get id(): number {
    return this.ctx.viewer.userId;
  }

  write(
    trackId: number,
    text: string,
    { kind = 'comment', commentId = 0, ...fields }: Record<string, string | number> = {},
  ): Promise<Answer> {
    const form = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
    return this.client.post(`/commentupdate/${trackId}/${kind}/${commentId}`, { Comment: text, ...form });
  }

  /** Writes a text that is accepted; returns its id. */
  async say(trackId: number, text: string, how: Record<string, string | number> = {}): Promise<number> {
    const answer = await this.write(trackId, text, how);
    if (answer.status !== 200) throw new Error(`Refused: ${JSON.stringify(answer.problem)}`);
    const { CommentId } = answer.json<WriteAnswer>();
    if (CommentId === null) throw new Error('It waits for a moderator.');
    return CommentId;
  }

  remove(commentId: number, fields: Record<string, string> = {}): Promise<Answer> {
    return this.client.post(`/commentdelete/${commentId}`, fields);
  }
}
