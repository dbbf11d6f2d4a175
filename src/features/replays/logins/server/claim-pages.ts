import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import { rowIdIn } from '#lib/codes/ids.ts';
import { isModerator } from '#lib/codes/level.ts';
import type { Ctx } from '#platform/context.ts';
import { notFound } from '#platform/http/problem.ts';
import { type ClaimEvidence, type ClaimSide, type ShownClaim, shownState } from '../claims.ts';
import { mayAnswer, mayWithdraw } from './claim.ts';
import { bindingOf, type ClaimRow, claimById } from './read-claims.ts';

const mostShown = 20;

/** The viewer's own claims on this edition, the newest first. */
export async function ownLoginClaims(ctx: Ctx): Promise<readonly ShownClaim[]> {
  const rows = await forSite(ctx, 'login_claim')
    .where('user_id', '=', ctx.viewer.userId)
    .orderBy('claim_id', 'desc')
    .limit(mostShown)
    .selectAll()
    .execute();
  return rows.map((row) => shownClaim(ctx, row));
}

function shownClaim(ctx: Ctx, row: ClaimRow): ShownClaim {
  const state = shownState({ state: row.state, expiresAt: row.expires_at }, ctx.clock.now());
  return {
    claimId: row.claim_id,
    login: row.login,
    state,
    /** only while it can be used */
    code: state === 'open' ? row.code : null,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}

/** The page of a claim, for both sides and moderators. Throws the same Problem 404 for others and for unknown claims. */
export async function claimPage(ctx: Ctx, idInPath: string | undefined): Promise<ClaimEvidence> {
  const row = await claimById(ctx, rowIdIn(idInPath) ?? 0);
  const { viewer } = ctx;
  const isClaimant = row?.user_id === viewer.userId;
  const isHolder = row?.holder_id !== null && row?.holder_id === viewer.userId;
  if (!row || !(isClaimant || isHolder || isModerator(viewer))) throw notFound('This claim');
  const binding = await bindingOf(ctx, row.login_key);
  const shown = shownClaim(ctx, row);
  return {
    ...shown,
    code: isClaimant ? shown.code : null,
    isClaimant,
    isHolder,
    proof: row.proof,
    proofText: row.proof_text,
    provedAt: row.proved_at,
    answer: row.answer,
    answeredAt: row.answered_at,
    decidedAt: row.decided_at,
    binding: binding && { proof: binding.proof, replayId: binding.replay_id, boundAt: binding.bound_at },
    claimant: await sideOf(ctx, row, row.user_id),
    holder: row.holder_id === null ? null : await sideOf(ctx, row, row.holder_id),
    right: { withdraw: mayWithdraw(viewer.userId, row), answer: mayAnswer(viewer.userId, row) },
  };
}

async function sideOf(ctx: Ctx, { login }: ClaimRow, userId: number): Promise<ClaimSide | null> {
  const profile = await forSite(ctx, 'profile')
    .where('user_id', '=', userId)
    .select(['user_id', 'name'])
    .executeTakeFirst();
  if (!profile) return null;
  const { n, first } = await forSite(ctx, 'replay')
    .where('user_id', '=', userId)
    .where(sql<boolean>`lower(driver_login) = ${login.toLowerCase()}`)
    .where('deleted_at', 'is', null)
    .select((eb) => [eb.fn.countAll<number>().as('n'), eb.fn.min('replay_at').as('first')])
    .executeTakeFirstOrThrow();
  return { userId, name: profile.name, replays: Number(n), firstAt: first };
}
