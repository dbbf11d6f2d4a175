import { accountRoutes } from '#features/accounts/server/endpoints.ts';
import type { WriteAnswer } from '#features/comments/forms.ts';
import { commentEndpoints } from '#features/comments/server/endpoints.ts';
import { Level } from '#lib/codes/level.ts';
import { cookieName } from '#platform/auth/cookies.ts';
import { signIn } from '#platform/auth/session.ts';
import { type Answer, Client } from './client.ts';
import { seenFrom, type TestCtx } from './ctx.ts';
import { makeMember } from './tracks.ts';

/** The addresses of this world. */
export const talkRoutes = { ...accountRoutes, ...commentEndpoints };

/** Somebody signed in who writes about tracks as a browser's script would. */
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
    const { sessionId } = await signIn(world, { cookies: {}, secure: false }, viewer.accountId ?? 0);
    talker.client.cookies.set(cookieName('session', world.site, false), sessionId);
    return talker;
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

  /** Writes what nothing is wrong with; answers with its number. */
  async say(trackId: number, text: string, how: Record<string, string | number> = {}): Promise<number> {
    const answer = await this.write(trackId, text, how);
    if (answer.status !== 200) throw new Error(`Refused: ${JSON.stringify(answer.problem)}`);
    return answer.json<WriteAnswer>().CommentId;
  }

  remove(commentId: number, fields: Record<string, string> = {}): Promise<Answer> {
    return this.client.post(`/commentdelete/${commentId}`, fields);
  }
}
