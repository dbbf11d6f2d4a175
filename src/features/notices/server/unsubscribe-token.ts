import { createHmac, timingSafeEqual } from 'node:crypto';
import { daySeconds } from '#lib/codes/durations.ts';
import type { Ctx } from '#platform/context.ts';
import { groupIds, type NoticeGroup } from '../kinds.ts';

type Needs = Pick<Ctx, 'secrets' | 'site' | 'clock'>;

/** What a link stops: the mails of one group, a digest, or all mails of the edition. */
export type UnsubscribeScope = NoticeGroup | 'daily' | 'weekly' | 'all';

/** As long as notices are stored. */
export const unsubscribeDays = 180;

export interface Unsubscription {
  readonly userId: number;
  readonly scope: UnsubscribeScope;
}

const isScope = (text: string): text is UnsubscribeScope =>
  ['daily', 'weekly', 'all', ...groupIds].includes(text);

const signature = ({ secrets, site }: Needs, signed: string): Buffer =>
  createHmac('sha256', secrets.unsubscribe).update(`unsubscribe\n${site.code}\n${signed}`).digest();

/** Proves that its bearer received a mail of this user. It can do nothing but stop mails. */
export function unsubscribeToken(ctx: Needs, userId: number, scope: UnsubscribeScope): string {
  const issuedAt = Math.floor(ctx.clock.now().getTime() / 1000);
  const signed = `${userId}.${scope}.${issuedAt.toString(36)}`;
  return `${signed}.${signature(ctx, signed).toString('base64url')}`;
}

/** Why a token is refused: it is not one of ours, or it is too old. */
export function readUnsubscribeToken(ctx: Needs, token: string): Unsubscription | 'invalid' | 'too old' {
  const [userId = '', scope = '', issuedAt = '', sent = ''] = token.split('.');
  const expected = signature(ctx, `${userId}.${scope}.${issuedAt}`);
  const given = Buffer.from(sent, 'base64url');
  if (
    token.split('.').length !== 4 ||
    given.length !== expected.length ||
    !timingSafeEqual(given, expected)
  ) {
    return 'invalid';
  }
  if (!isScope(scope)) return 'invalid'; // a group that no longer exists
  const ageSeconds = ctx.clock.now().getTime() / 1000 - Number.parseInt(issuedAt, 36);
  return ageSeconds > unsubscribeDays * daySeconds ? 'too old' : { userId: Number(userId), scope };
}
