import { z } from 'zod';
import { forSite } from '#db/for-site.ts';
import { openCase } from '#features/cases/server/actions.ts';
import { daysBefore } from '#lib/codes/durations.ts';
import { isModerator } from '#lib/codes/level.ts';
import { rememberAddress, sharingAccounts } from '#platform/auth/addresses.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { inTransaction } from '#platform/ctx.ts';
import { defineSiteJob } from '#platform/jobs/registry.ts';
import { accountsHint } from '../accounts.ts';
import { floodHint, repetitionHint, type TextHint, wordsHint } from '../floods.ts';
import { badWordsIn } from '../words.ts';
import {
  describingKinds,
  recentTexts,
  type SaidKind,
  saidKinds,
  writerFacts,
  writtenText,
} from './stored-texts.ts';

/**
 * Called in the transaction that writes or holds a text: queues a job that searches for anything moderators should know, so that the
 * writer does not wait. Nothing happens to the text or its writer. Texts of the crew are not checked.
 */
export async function noteText(tx: TxCtx, kind: SaidKind, id: number): Promise<void> {
  const { viewer, site, jobs } = tx;
  if (isModerator(viewer) || viewer.accountId === null) return;
  const job = { site: site.code, kind, id, userId: viewer.userId };
  await Promise.all([rememberAddress(tx, viewer.accountId), jobs.add('look-at-text', job)]);
}

/** Checks a text that was just written. */
export const checkNewText = defineSiteJob({
  name: 'look-at-text',
  inBatches: true,
  input: z.object({
    site: z.string(),
    kind: z.enum([...saidKinds, ...describingKinds]),
    id: z.number().int(),
    userId: z.number().int(),
  }),
  async run(ctx, { kind, id, userId }) {
    const [text, writer] = [await writtenText(ctx, kind, id), await writerFacts(ctx, userId)];
    if (!writer) return;
    const ofText =
      text === null ? null : wordsHint(badWordsIn(text, ctx.switches.of(ctx.site.code).badWords));
    if (ofText) await giveHint(ctx, { kind, id }, userId, ofText);
    if (!saidKinds.some((one) => one === kind)) return;
    const now = ctx.clock.now();
    const recent = await recentTexts(ctx, writer.accountId, daysBefore(now, 1));
    const others = await sharingAccounts(ctx, writer.accountId);
    const ofPerson = [
      floodHint(
        recent.map(({ at }) => at),
        now,
      ),
      repetitionHint(recent, now),
      accountsHint({ registeredAt: writer.registeredAt, others }, now),
    ];
    for (const hint of ofPerson) if (hint) await giveHint(ctx, { kind: 'user', id: userId }, userId, hint);
  },
});

/** How long the same hint about the same subject is not repeated once a moderator has settled its case. */
const quietDays = 1;

const giveHint = (
  ctx: Ctx,
  subject: { readonly kind: string; readonly id: number },
  personId: number,
  { key, score, text }: TextHint,
): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    if (await wasSettled(tx, subject, key)) return;
    await openCase(tx, { subject, source: 'hint', hint: key, score, text, personId });
  });

async function wasSettled(
  tx: TxCtx,
  subject: { readonly kind: string; readonly id: number },
  hint: string,
): Promise<boolean> {
  const row = await forSite(tx, 'moderation_case')
    .innerJoin('case_source', (join) =>
      join
        .onRef('case_source.site', '=', 'moderation_case.site')
        .onRef('case_source.case_id', '=', 'moderation_case.case_id'),
    )
    .where('moderation_case.subject_kind', '=', subject.kind)
    .where('moderation_case.subject_id', '=', subject.id)
    .where('moderation_case.state', '=', 'settled')
    .where('moderation_case.settled_at', '>', daysBefore(tx.clock.now(), quietDays))
    .where('case_source.hint', '=', hint)
    .select('moderation_case.case_id')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
