import { createHmac } from 'node:crypto';
import type { Services } from '#platform/context.ts';
import { networkOf } from '#platform/http/network.ts';

type Needs = Pick<Services, 'secrets'>;

/** A text hashed for tables and logs. The key rotates: after a month, guesses can no longer be tested against it. */
export const hashedKey = ({ secrets }: Needs, text: string): string =>
  createHmac('sha256', secrets.address).update(text).digest('base64url').slice(0, 22);

/** The hashed network of an address: equal for all addresses that limits count as one. */
export const hashedNetwork = (needs: Needs, address: string): string =>
  hashedKey(needs, `network ${networkOf(address)}`);
