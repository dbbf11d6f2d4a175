export const maxReasonLength = 2000;

/** What acts are counted as in the published figures, in the order of the page. */
export const actGroups = {
  removed: 'Removed or blocked',
  restored: 'Restored or unblocked',
  hidden: 'Hidden or disqualified',
  changed: 'Changed or moved',
  released: 'Released or approved',
  sanctioned: 'Warnings, mutes and suspensions',
  lifted: 'Sanctions lifted',
  other: 'Other',
} as const;
export type ActGroup = keyof typeof actGroups;

/**
 * What an act is to the person concerned: they see it and may appeal, or it is in their favour and there is nothing to appeal
 * against, or it is internal to the crew and they do not see it. An act whose effect is not stated is appealable: that costs a
 * pointless form rather than a right.
 */
export type Effect = 'appealable' | 'favourable' | 'internal';

export type ActValue = string | number | boolean | null | readonly (string | number)[];

/**
 * What an act changed, before or after it. Names that begin with a capital letter are shown in the log, as in
 * `{ ThreadTitle: 'Old title' }`; others only serve to undo the act.
 */
export type ActState = Readonly<Record<string, ActValue>>;

/** What an act changed, and for whom. */
export interface ActFacts {
  readonly before?: ActState | null | undefined;
  readonly after?: ActState | null | undefined;
  /** the user on whose account or work it was decided: they see the decision and may appeal */
  readonly personId?: number | null | undefined;
  /** the act that this one undoes */
  readonly undoes?: number | null | undefined;
}

/** The act that records that a moderator viewed the evidence about a replay. It changes nothing: the log lists it only on request. */
export const evidenceViewed = 'replay.evidence';

/** What the log and the notice say about an act by a program that sent no reason. */
export const noReasonGiven = 'No reason given.';

/** Why an edit cannot be undone. */
export const editedBack = 'The log shows the values before and after, so you can change them back.';
