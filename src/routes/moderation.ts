import { path, query } from './path.ts';

type Filters = Readonly<Record<string, string | null>>;

const modlog = path(
  '/modlog',
  (subject: string | null = null, filters: Readonly<Record<string, string | number | null>> = {}) =>
    query({ subject, ...filters }),
);

/** Addresses of the moderators' log, of decisions about the viewer and of appeals. */
export const moderationPaths = {
  /** the queue; `filters` as its address has them, `done`: the case that was settled, as `tmnf-5` */
  moderation: path('/moderation', (filters: string | null = null, done: string | null = null) => {
    const parts = new URLSearchParams(filters ?? '');
    if (done) parts.set('done', done);
    return parts.size > 0 ? `?${parts}` : '';
  }),
  /** `back`: the filters of the queue from which it was opened */
  moderationCase: path('/moderation/:site/:caseId', (back: string | null = null) =>
    query({ back: back || null }),
  ),
  moderationCaseHandle: path('/moderation/case'),
  moderationView: path('/moderation/view'),
  /** the viewer's own reports */
  myReports: path('/myreports', (caseId: number | null = null) => (caseId === null ? '' : `#case-${caseId}`)),
  moderationAct: path('/moderation/act'),
  moderationUndo: path('/moderation/undo'),
  /** the record of a person; `done`: after an act there */
  moderationPerson: path('/moderation/person/:site/:userId', (filters: Filters = {}) => query(filters)),
  /** what the crew did; `subject` as `track-5` */
  modlog,
  /** an act in the log */
  modlogAct: path(modlog.pattern, (site: string, actId: number) => query({ site, number: actId })),
  /** what the crew decided about the viewer */
  decisions: path('/decisions', (done: 'appealed' | null = null) => query({ done })),
  decisionAppeal: path('/decisions/appeal'),
  /** appeals of all editions, for moderators */
  appeals: path('/appeals', (state: string | null = null) => query({ state })),
  appealSettle: path('/appeals/settle'),
  /** the viewer's own texts that wait or waited for a moderator */
  heldTexts: path('/heldtexts'),
  heldText: path('/heldtext/:heldId'),
  heldTextWithdraw: path('/heldtext/:heldId/withdraw'),
  /** the administration of an edition; `site`: which one; `done`: after a change */
  testMail: path('/administration/testmail'),
  administration: path('/administration', (filters: Filters = {}) => query(filters)),
  administrationPart: path('/administration/:section', (filters: Filters = {}) => query(filters)),
  moderationFigures: path('/moderationfigures'),
} as const;
