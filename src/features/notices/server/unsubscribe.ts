import { forSite } from '#db/for-site.ts';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/ctx.ts';
import { readForm } from '#platform/http/form-body.ts';
import { prefersHtml } from '#platform/http/negotiate.ts';
import { badRequest } from '#platform/http/problem.ts';
import { json, seeOther } from '#platform/http/send.ts';
import type { Endpoint } from '#platform/http/types.ts';
import { routes } from '#routes/routes.ts';
import { noticeGroups } from '../kinds.ts';
import { readUnsubscribeToken, type UnsubscribeScope, type Unsubscription } from './unsubscribe-token.ts';

const refusals = {
  invalid: 'This link is incomplete. Copy all of it from the email.',
  'too old': 'This link has expired. Sign in to change which emails you get.',
  gone: 'This account no longer exists, so it gets no emails.',
} as const;

/** What a link from a mail would stop, and for whom; or why it stops nothing. */
export async function unsubscription(
  ctx: Ctx,
  token: string,
): Promise<({ ok: true; name: string; what: string } & Unsubscription) | { ok: false; reason: string }> {
  const read = readUnsubscribeToken(ctx, token);
  if (typeof read === 'string') return { ok: false, reason: refusals[read] };
  const profile = await forSite(ctx, 'profile')
    .where('profile.user_id', '=', read.userId)
    .where('profile.closed_at', 'is', null)
    .select('profile.name')
    .executeTakeFirst();
  if (!profile) return { ok: false, reason: refusals.gone };
  return { ok: true, ...read, name: profile.name, what: described(read.scope) };
}

function described(scope: UnsubscribeScope): string {
  if (scope === 'all') return 'all emails about notices';
  if (scope === 'daily' || scope === 'weekly') return `the ${scope} digest`;
  return `emails for “${noticeGroups[scope].name}”`;
}

/**
 * Stops mails for the bearer of a link from one, signed in or not. The token in the address is the proof, so the forms' own token is
 * not needed: mail programs send this request by themselves (RFC 8058) and follow no redirect.
 */
export const unsubscribe: Endpoint = {
  async handle(ctx, request) {
    await ctx.limits.consume('unsubscribe', { address: request.address });
    await readForm(request); // nothing in it matters, but it must be a form
    const token = request.query.get('token') ?? '';
    const wanted = await unsubscription(ctx, token);
    if (!wanted.ok) throw badRequest(wanted.reason, 'token');
    await stop(ctx, wanted);
    const isOneClick = !prefersHtml(request.headers.accept);
    return isOneClick ? json({ Stopped: wanted.scope }) : seeOther(routes.noticesUnsubscribe(token, '1'));
  },
};

/** The notices stay on the site. Mails that wait in the outbox are not sent: the setting is read when they are. */
const stop = (ctx: Ctx, { userId, scope }: Unsubscription) =>
  inTransaction(ctx, async (tx) => {
    const deliveries = scope === 'daily' || scope === 'weekly' ? [scope] : ['mail', 'daily', 'weekly'];
    const isGroup = scope !== 'all' && scope !== 'daily' && scope !== 'weekly';
    await tx.db
      .updateTable('notice_setting')
      .where('site', '=', tx.site.code)
      .where('user_id', '=', userId)
      .where('delivery', 'in', deliveries)
      .$if(isGroup, (query) => query.where('notice_group', '=', scope))
      .set({ delivery: 'site', chosen_at: tx.clock.now() })
      .execute();
  });
