import { z } from 'zod';
import { maxReasonLength } from '#features/modlog/model.ts';
import { cleanMessage } from '#lib/bbcode/typed.ts';
import { no, type Verdict, yes } from '#lib/rules/verdict.ts';
import { administersAll, onSite } from '#platform/auth/reach.ts';
import type { TxCtx } from '#platform/context.ts';
import { action } from '#platform/http/action.ts';
import { checkInput } from '#platform/http/input.ts';
import { badRequest } from '#platform/http/problem.ts';
import { zodProblem } from '#platform/http/problem-reply.ts';
import type { RouteTable } from '#platform/http/router.ts';
import type { Viewer } from '#platform/viewer.ts';
import { post } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import { isSection } from '../sections.ts';
import { latestActId } from './actions.ts';
import type { AnyAdminForm } from './acts/admin-form.ts';
import { crewForms } from './acts/crew.ts';
import { editionForms } from './acts/edition.ts';
import { jobForms } from './acts/jobs.ts';
import { limitForms } from './acts/limits.ts';
import { peopleForms } from './acts/people.ts';
import { testMailEndpoint } from './test-mail.ts';

const acts: Readonly<Record<string, AnyAdminForm>> = {
  ...editionForms,
  ...peopleForms,
  ...crewForms,
  ...jobForms,
  ...limitForms,
};

const ActForm = z
  .looseObject({
    site: z.string('must be sent once').max(20, 'is too long'),
    act: z.string('must be sent once').max(40, 'is too long'),
    section: z.string('must be sent once').max(20, 'is too long').default(''),
    Reason: z
      .string('must be sent once')
      .transform(cleanMessage)
      .refine((text) => text.length <= maxReasonLength, `has more than ${maxReasonLength} characters`)
      .default(''),
  })
  .transform(({ site, act, section, Reason, ...fields }) => ({ site, act, section, reason: Reason, fields }));

/** Roles are read on the edition that is changed, not on that of the request. */
const isSignedIn = ({ accountId }: Viewer): Verdict => (accountId === null ? no('Sign in first.') : yes);

/** The act on its edition, with the viewer's role there. Mistakes in the form are reported to those who may do it. */
async function actSubject(tx: TxCtx, { site, act: name, fields }: z.output<typeof ActForm>) {
  const there = await onSite(tx, site);
  const act = Object.hasOwn(acts, name) ? acts[name] : undefined;
  if (!act) throw badRequest('act: there is no such act.', 'act');
  return { there, act, input: checkInput(act.input, fields) };
}

/** The whole rule of an act: the level on the edition, and the act's own. */
async function mayAdminister({
  there,
  act,
  input,
}: Awaited<ReturnType<typeof actSubject>>): Promise<Verdict> {
  if (there.viewer.level < act.level) return no('Only site leaders and administrators can do this.');
  if (act.isOfInstallation && !(await administersAll(there)))
    return no('Only administrators of all editions can do this.');
  return input.success && act.allow ? act.allow(there, input.data) : yes;
}

/** The page from which a form was sent; the index if that is unknown. */
const pageOf = (section: string, filters: Readonly<Record<string, string | null>>): string =>
  isSection(section) ? routes.administrationPart(section, filters) : routes.administration(filters);

const administer = action({
  touches: 'named edition',
  // it opens a read-only edition again
  whileReadOnly: 'allowed',
  input: ActForm,
  role: isSignedIn,
  subject: actSubject,
  allow: (_, found) => mayAdminister(found),
  run: async (_, { there, act, input }, { site, section, reason }) => {
    if (!input.success) throw zodProblem(input.error);
    if (reason === '') throw badRequest('Reason: say why. It’s recorded in the log.', 'Reason');
    const before = await latestActId(there);
    await act.run(there, input.data, reason);
    const ActId = await latestActId(there);
    return { Site: site, Section: section, ActId: ActId === before ? null : ActId };
  },
  next: ({ Site, Section, ActId }) => pageOf(Section, { site: Site, done: `${ActId ?? 'same'}` }),
  form: (form) => pageOf(form.get('section') ?? '', { site: form.get('site')?.slice(0, 20) ?? null }),
});

/** What site leaders and administrators do on any edition where they have that role. */
export const administrationRoutes: RouteTable = {
  [post(routes.administration)]: administer,
  [post(routes.testMail)]: testMailEndpoint,
};
