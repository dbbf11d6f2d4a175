import { action } from '#platform/http/action.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { routes } from '#routes.ts';
import { HandleForm, ReportForm } from '../forms.ts';
import { typeOf } from '../subjects.ts';
import { handleReport } from './handle.ts';
import { mayModerate, mayReport } from './policy.ts';
import { fileReport } from './report.ts';

const createReport = action({
  input: ReportForm,
  allow: ({ viewer }) => mayReport(viewer),
  run: fileReport,
  next: (_, { subject, key }) => {
    const { reportType, of } = typeOf(subject.kind);
    return routes.report(reportType, subject.id, { of, key, done: '1' });
  },
  form: routes.postCreate(),
});

const handle = action({
  input: HandleForm,
  allow: ({ viewer }) => mayModerate(viewer),
  run: handleReport,
  // back to the page of the queue it stood on, which a refusal shows again
  form: (form) => routes.reports(form.get('state') ?? undefined),
});

/** What reports answer besides their pages. */
export const moderationRoutes: RouteTable = {
  'POST /postcreate': createReport,
  'POST /reports/:id': handle,
};
