import type { z } from 'zod';
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
import { visibleSubject } from './visible.ts';

const createReport = action({
  whileMuted: 'allowed',
  input: ReportForm,
  role: mayReport,
  subject: (tx, { subject, key }) => visibleSubject(tx, subject, key),
  allow: ({ viewer }) => mayReport(viewer),
  run: (tx, _, form) => fileReport(tx, form),
  next: (_, { subject, key }) => {
    const { reportType, of } = typeOf(subject.kind);
    return routes.report(reportType, subject.id, { of, key, done: '1' });
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
