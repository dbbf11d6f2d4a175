import type { Ctx } from './context.ts';
import { hashedKey } from './hashed-key.ts';
import { networkOf } from './http/network.ts';

/** Identifies who downloads something, to count each user once per day (UTC). Visitors are identified within the day only, by their network. */
export function downloaderOf(ctx: Ctx, { address }: { readonly address: string }) {
  const now = ctx.clock.now();
  const day = now.toISOString().slice(0, 10);
  const { userId } = ctx.viewer;
  const person = userId > 0 ? `u:${userId}` : `a:${hashedKey(ctx, `download ${day} ${networkOf(address)}`)}`;
  return { now, day, person, userId: userId > 0 ? userId : null };
}
