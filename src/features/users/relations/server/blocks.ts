import { forSite } from '#db/for-site.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import {
  numberKey,
  rowsBehind,
  timeKey,
  type WalkedList,
  type WalkedPage,
  walkPage,
} from '#platform/lists/walk.ts';
import { lockUntilCommit } from '#platform/lock.ts';
import type { personById } from '../../server/actions.ts';
import { type Blocking, blockedOnPage, maxBlocked } from '../blocks.ts';

/** Blocks a user, or unblocks them: PUT /blockuser/{userId}. Requesting the current state changes nothing. */
export async function setBlocked(
  tx: TxCtx,
  { user_id: blockedId, name }: Awaited<ReturnType<typeof personById>>,
  { Block }: Blocking,
): Promise<{ Added: boolean; Name: string }> {
  const own = { site: tx.site.code, user_id: tx.viewer.userId };
  if (Block) {
    await assertBelowLimit(tx, blockedId);
    await tx.db
      .insertInto('user_block')
      .values({ ...own, blocked_id: blockedId, blocked_at: tx.clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  } else {
    await tx.db
      .deleteFrom('user_block')
      .where('site', '=', own.site)
      .where('user_id', '=', own.user_id)
      .where('blocked_id', '=', blockedId)
      .execute();
  }
  return { Added: Block, Name: name };
}

/** Serialises a user's blocks, because concurrent transactions would not count each other's rows. */
async function assertBelowLimit(tx: TxCtx, blockedId: number): Promise<void> {
  await lockUntilCommit(tx, `blocks ${tx.site.code} ${tx.viewer.userId}`);
  const { others } = await forSite(tx, 'user_block')
    .where('user_block.user_id', '=', tx.viewer.userId)
    .where('user_block.blocked_id', '<>', blockedId)
    .select((eb) => eb.fn.countAll<number>().as('others'))
    .executeTakeFirstOrThrow();
  if (Number(others) >= maxBlocked)
    throw new Problem(409, `You’ve blocked ${maxBlocked} players, which is the limit. Unblock some first.`);
}

export interface BlockedUser {
  readonly UserId: number;
  readonly Name: string;
  readonly at: Date;
}

const latestBlocks: WalkedList<BlockedUser> = {
  pageSize: blockedOnPage,
  direction: 'desc',
  keys: [
    timeKey('user_block.blocked_at', ({ at }) => at),
    numberKey('user_block.blocked_id', ({ UserId }) => UserId),
  ],
};

/** A page of the users whom the viewer blocked, the latest first. */
export function blockedUsers(ctx: Ctx, address: URLSearchParams): Promise<WalkedPage<BlockedUser>> {
  return walkPage(latestBlocks, address, {}, async (reading) => {
    const query = forSite(ctx, 'user_block')
      .innerJoin('profile', (join) =>
        join
          .onRef('profile.site', '=', 'user_block.site')
          .onRef('profile.user_id', '=', 'user_block.blocked_id'),
      )
      .where('user_block.user_id', '=', ctx.viewer.userId)
      .select(['user_block.blocked_id', 'user_block.blocked_at', 'profile.name']);
    return (await rowsBehind(query, reading).execute()).map((row) => ({
      UserId: row.blocked_id,
      Name: row.name,
      at: row.blocked_at,
    }));
  });
}
