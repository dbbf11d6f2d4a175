import { reportPlace } from '#features/forum/server/moderated.ts';
import { action } from '#platform/http/action.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { post } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import { mayReport } from '../../server/policy.ts';
import { typeOf } from '../../subjects.ts';
import { ReportForm } from '../forms.ts';
import { fileReport } from './file-report.ts';
import { reportable } from './visible-subject.ts';

const createReport = action({
  touches: 'named edition',
  whileMuted: 'allowed',
  input: ReportForm,
  role: mayReport,
  subject: (tx, { subject, ...place }) => reportable(tx, subject, place),
  allow: ({ viewer }) => mayReport(viewer),
  run: async (tx, subject, form) => fileReport(await reportPlace(tx, form.on), subject, form),
  next: (_, { subject, key, on }) => {
    const { reportType, of } = typeOf(subject.kind);
    return routes.report(reportType, subject.id, { of, key, on, done: '1' });
  },
  form: routes.postCreate(),
});

export const reportRoutes: RouteTable = { [post(routes.postCreate)]: createReport };
