import { recordAct } from '#features/modlog/server/actions.ts';
import { Level } from '#lib/codes/level.ts';
import { no, type Verdict, yes } from '#lib/rules/verdict.ts';
import { grantedSites, onSite } from '#platform/auth/reach.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { action } from '#platform/http/action.ts';
import { badRequest } from '#platform/http/problem.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { seeOther } from '#platform/http/send.ts';
import { assertWritable } from '#platform/switches/rules.ts';
import type { Viewer } from '#platform/viewer.ts';
import { get, post } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import { CaseForm, type CaseHandling, casePage, ViewForm } from '../forms.ts';
import type { CaseState } from '../model.ts';
import { caseActs } from './acts.ts';
import { mayHandle } from './policy.ts';
import { deleteView, saveView } from './saved-views.ts';
import { type LockedCase, lockedCase, reopen, setTaken, settle } from './settle.ts';

/** Roles are read on the edition of the case, not on that of the request. */
const isSignedIn = ({ accountId }: Viewer): Verdict => (accountId === null ? no('Sign in first.') : yes);

interface HandledCase {
  readonly tx: TxCtx;
  readonly found: LockedCase;
}

interface HandlingResult {
  readonly Site: string;
  readonly CaseId: number;
  readonly State: CaseState;
  readonly TakenBy: string | null;
}

const handle = action({
  touches: 'named edition',
  whileReadOnly: 'allowed',
  input: CaseForm,
  role: isSignedIn,
  subject: async (tx, { site, case: caseId }): Promise<HandledCase> => {
    const there = await onSite(tx, site);
    assertWritable(there);
    return { tx: there, found: await lockedCase(there, caseId) };
  },
  allow: (_, { tx, found }, { Act }) => mayHandle(tx.viewer, found, Act, tx.clock.now()),
  run: (_, handled, form) => handleCase(handled, form),
  next: ({ Site, CaseId, State }, { Act, back }) =>
    State === 'settled' || Act === 'release'
      ? routes.moderation(back, Act === 'release' ? null : `${Site}-${CaseId}`)
      : routes.moderationCase(Site, CaseId, back),
  form: (form) => casePage(form) ?? routes.moderation(),
});

async function handleCase(
  { tx, found }: HandledCase,
  { Act, Answer }: CaseHandling,
): Promise<HandlingResult> {
  const result = { Site: tx.site.code, CaseId: found.caseId, State: found.state, TakenBy: null };
  if (Act === 'take' || Act === 'release') {
    await setTaken(tx, found, Act === 'take');
    return { ...result, TakenBy: Act === 'take' ? tx.viewer.name : null };
  }
  if (Answer === '') {
    const what =
      Act === 'reopen' ? 'say why.' : 'say what was decided and why. Everyone who reported it will see this.';
    throw badRequest(`Answer: ${what}`, 'Answer');
  }
  const { subject, caseId } = found;
  await recordAct(tx, caseActs[Act], { subject, reason: Answer, caseId });
  if (Act === 'reopen') await reopen(tx, found);
  else await settle(tx, caseId, { outcome: Act === 'solve' ? 'solved' : 'rejected', text: Answer });
  return { ...result, State: Act === 'reopen' ? 'open' : 'settled' };
}

const view = action({
  touches: 'edition',
  input: ViewForm,
  allow: async (ctx: Ctx): Promise<Verdict> =>
    ctx.viewer.level >= Level.moderator || (await grantedSites(ctx)).length > 0
      ? yes
      : no('Only moderators save views of the queue.'),
  run: async (tx, { Name, query, Act }) => {
    if (Act === 'delete') await deleteView(tx, Name);
    else await saveView(tx, { name: Name, query });
    return { Name };
  },
  next: (_, { query }) => routes.moderation(query),
  form: (form) => routes.moderation(form.get('query')),
});

/** Taking and settling cases on any edition where the viewer has a role, and views of the queue. */
export const caseRoutes: RouteTable = {
  // the queue of one edition had this address
  [get(routes.reports)]: { handle: async () => seeOther(routes.moderation()) },
  [post(routes.moderationCaseHandle)]: handle,
  [post(routes.moderationView)]: view,
};
