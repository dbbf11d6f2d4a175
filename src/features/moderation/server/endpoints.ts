import type { z } from 'zod';
import { reportPlace } from '#features/forum/server/moderated.ts';
import { action } from '#platform/http/action.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { routes } from '#routes.ts';
import { HandleForm, QueuePage, ReportForm } from '../forms.ts';
import { typeOf } from '../subjects.ts';
import { actRoutes } from './acts/endpoints.ts';
import { appealRoutes } from './appeals/endpoints.ts';
import { handleReport, heldReport } from './handle.ts';
import { mayHandle, mayModerate, mayReport } from './policy.ts';
import { fileReport } from './report.ts';
import { reportable } from './visible.ts';

const createReport = action({
  whileMuted: 'allowed',
  input: ReportForm,
  role: mayReport,
  subject: (tx, { subject, ...place }) => reportable(tx, subject, place),
  allow: ({ viewer }) => mayReport(viewer),
  run: async (tx, _, form) => fileReport(await reportPlace(tx, form.on), form),
  next: (_, { subject, key, on }) => {
    const { reportType, of } = typeOf(subject.kind);
    return routes.report(reportType, subject.id, { of, key, on, done: '1' });
  },
  form: routes.postCreate(),
});

const queueAddress = ({ state, after, before }: z.output<typeof QueuePage>) =>
  routes.reports(state, { after, before });

const handle = action({
  input: HandleForm,
  role: mayModerate,
  subject: (tx, { id }) => heldReport(tx, id),
  allow: ({ viewer }, { state, handled_by: handledBy }, { Act }) =>
    mayHandle(viewer, { state, handledBy }, Act),
  run: handleReport,
  // back to the same page of the queue, at the report if it is still shown there
  next: ({ ReportId }, { page }) => `${queueAddress(page)}#report-${ReportId}`,
  form: (form) => queueAddress(QueuePage.parse(Object.fromEntries(form))),
});

/** The routes of reports other than pages. */
export const moderationRoutes: RouteTable = {
  'POST /postcreate': createReport,
  'POST /reports/:id': handle,
  ...actRoutes,
  ...appealRoutes,
};
