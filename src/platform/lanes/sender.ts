import type { Ctx } from '#platform/context.ts';
import { networkOf } from '#platform/http/network.ts';
import type { LaneSender } from './fair-lane.ts';

/** Whose share of a lane a request takes: that of the account, otherwise of the network. Jobs and commands are the background. */
export function senderOf({ client, viewer }: Pick<Ctx, 'client' | 'viewer'>): LaneSender {
  if (client === null) return { client: null };
  const { accountId } = viewer;
  const name = accountId === null ? `network ${networkOf(client.address)}` : `account ${accountId}`;
  return { client: name, signal: client.signal };
}
