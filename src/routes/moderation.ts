import { query } from '#routes/query.ts';

/** Addresses of the moderators' log, of decisions about the viewer and of appeals. */
export const moderationRoutes = {
  /** the queue; `filters` as its address has them, `done`: the case that was settled, as `tmnf-5` */
  moderation: (filters: string | null = null, done: string | null = null) => {
    const parts = new URLSearchParams(filters ?? '');
    if (done) parts.set('done', done);
    return `/moderation${parts.size > 0 ? `?${parts}` : ''}`;
  },
  /** `back`: the filters of the queue from which it was opened */
  moderationCase: (site: string, caseId: number, back: string | null = null) =>
    `/moderation/${site}/${caseId}${query({ back: back || null })}`,
  moderationCaseHandle: () => '/moderation/case',
  moderationView: () => '/moderation/view',
  /** the viewer's own reports */
  myReports: (caseId: number | null = null) => `/myreports${caseId === null ? '' : `#case-${caseId}`}`,
  moderationAct: () => '/moderation/act',
  moderationUndo: () => '/moderation/undo',
  /** the record of a person; `done`: after an act there */
  moderationPerson: (site: string, userId: number, filters: Readonly<Record<string, string | null>> = {}) =>
    `/moderation/person/${site}/${userId}${query(filters)}`,
  /** what the crew did; `subject` as `track-5` */
  modlog: (subject: string | null = null, filters: Readonly<Record<string, string | number | null>> = {}) =>
    `/modlog${query({ subject, ...filters })}`,
  /** an act in the log */
  modlogAct: (site: string, actId: number) => `/modlog${query({ site, number: actId })}`,
  /** what the crew decided about the viewer */
  decisions: (done: 'appealed' | null = null) => `/decisions${query({ done })}`,
  decisionAppeal: () => '/decisions/appeal',
  /** appeals of all editions, for moderators */
  appeals: (state: string | null = null) => `/appeals${query({ state })}`,
  appealSettle: () => '/appeals/settle',
  /** the viewer's own texts that wait or waited for a moderator */
  heldTexts: () => '/heldtexts',
  heldText: (heldId: number) => `/heldtext/${heldId}`,
  heldTextWithdraw: (heldId: number) => `/heldtext/${heldId}/withdraw`,
  /** the administration of an edition, or a part of it; `site`: which one; `done`: after a change */
  administration: (section: string | null = null, filters: Readonly<Record<string, string | null>> = {}) =>
    `/administration${section === null ? '' : `/${section}`}${query(filters)}`,
  moderationFigures: () => '/moderationfigures',
} as const;
