import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import { openCase } from '#features/cases/server/actions.ts';
import { notify } from '#features/notices/server/actions.ts';
import { formatTime } from '#lib/format/time.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { inRetriedTransaction } from '#platform/ctx.ts';
import { routes } from '#routes/routes.ts';
import { loginKey, type ReplayFile } from '../../checks/replay-file.ts';
import type { SentRecord } from '../../online/sent-records.ts';
import { type ClaimProof, containsCode, proofKinds } from '../claims.ts';
import { bindingOf, bindTo, type ClaimRow, claimRow, lockedClaim } from './read-claims.ts';

/** Claims to these logins whose code can still be used. `userId`: only those of this user. */
const liveClaims = (ctx: Ctx, keys: readonly string[], userId: number | null): Promise<ClaimRow[]> =>
  forSite(ctx, 'login_claim')
    .where('login_key', '=', sql<string>`any(${[...keys]}::text[])`)
    .where('state', 'in', ['open', 'disputed'])
    .where('expires_at', '>', ctx.clock.now())
    .$if(userId !== null, (query) => query.where('user_id', '=', userId ?? 0))
    .orderBy('claim_id')
    .selectAll()
    .execute();

/**
 * Notes a replay of the viewer whose nickname contains the code of their claim to its login. Whether it can be posted does not
 * matter.
 */
export async function noteReplayProof(ctx: Ctx, file: ReplayFile): Promise<void> {
  const key = loginKey(file);
  if (key === null) return;
  const claims = await liveClaims(ctx, [key], ctx.viewer.userId);
  const proved = claims.filter(({ code }) => containsCode(file.nickname, code));
  const track = stripGameText(file.mapName) || 'a track without a name';
  const text = `A replay on “${track}” in ${formatTime(file.timeMs)}, nickname “${stripGameText(file.nickname)}”.`;
  for (const { claim_id } of proved)
    await inRetriedTransaction(ctx, (tx) => receiveProof(tx, claim_id, { proof: 'replay', text }));
}

/** Notes records of an approved server whose nickname contains the code of a claim to their login. */
export async function noteRecordProofs(
  tx: TxCtx,
  server: string,
  records: readonly SentRecord[],
): Promise<void> {
  const named = records.filter(({ Nickname }) => Nickname !== undefined);
  if (named.length === 0) return;
  const claims = await liveClaims(tx, [...new Set(named.map(({ Login }) => Login.toLowerCase()))], null);
  for (const { claim_id, login_key, code } of claims) {
    const record = named.find(
      ({ Login, Nickname = '' }) => Login.toLowerCase() === login_key && containsCode(Nickname, code),
    );
    if (!record) continue;
    const text = `A record of ${formatTime(record.Time)} sent by ${tx.viewer.name}, server “${stripGameText(server)}”, nickname “${stripGameText(record.Nickname ?? '')}”.`;
    await receiveProof(tx, claim_id, { proof: 'record', text });
  }
}

/** A free login is bound at once. One that another user has is disputed: its owner can answer, and a moderator decides. */
async function receiveProof(
  tx: TxCtx,
  claimId: number,
  { proof, text }: { readonly proof: ClaimProof; readonly text: string },
): Promise<void> {
  const claim = await lockedClaim(tx, claimId);
  if (claim.state !== 'open' && claim.state !== 'disputed') return;
  // a replay proves nothing that a record has not proved
  if (claim.proof === 'record' || claim.proof === proof) return;
  const now = tx.clock.now();
  const holder = await bindingOf(tx, claim.login_key);
  const received = { proof, proof_text: text.slice(0, maxProofText), proved_at: now };
  if (!holder || holder.user_id === claim.user_id) {
    if (!holder) await bindTo(tx, claim, { user_id: claim.user_id, proof, replay_id: null, bound_at: now });
    await claimRow(tx, claimId)
      .set({ ...received, state: 'granted', decided_at: now })
      .execute();
    await notifyClaimant(tx, claim, `The login ${claim.login} is now yours.`);
    return;
  }
  await claimRow(tx, claimId)
    .set({ ...received, state: 'disputed', holder_id: holder.user_id })
    .execute();
  await openDispute(tx, claim, proof);
  await notify(tx, {
    to: [holder.user_id],
    kind: 'login.claimed',
    text: `Another player claims your login ${claim.login}. Tell the moderators why it’s yours.`,
    link: routes.loginClaim(claimId),
  });
  await notifyClaimant(
    tx,
    claim,
    `We have your proof for the login ${claim.login}. A moderator will decide.`,
  );
}

const maxProofText = 600;

/** The case of a disputed claim. Its score says how good the proof is. */
export const openDispute = (tx: TxCtx, claim: ClaimRow, proof: ClaimProof) =>
  openCase(tx, {
    subject: { kind: 'loginclaim', id: claim.claim_id },
    source: 'held',
    hint: 'loginClaim',
    score: proof === 'record' ? 60 : 20,
    text: `Claims the login ${claim.login}, which another account has. ${proofKinds[proof]} The page of the claim shows both sides.`,
    personId: claim.user_id,
  });

const notifyClaimant = (tx: TxCtx, claim: ClaimRow, text: string) =>
  notify(tx, { to: [claim.user_id], kind: 'login.decided', text, link: routes.loginClaim(claim.claim_id) });
