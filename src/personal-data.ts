const byTheCrew =
  'An act of the crew, or of an author on their own row. The name is read from the profile, so it disappears with it.';

/** Columns that refer to a person and that no entry handles, each with the reason. */
export const notPersonal: Readonly<Record<string, string>> = {
  'moderation_act.user_id': byTheCrew,
  'moderation_case.person_id':
    'What moderators had to decide. The name is read from the profile, so it disappears with it.',
  'moderation_case.taken_by': byTheCrew,
  'moderation_case.settled_by': byTheCrew,
  'appeal.decided_by': byTheCrew,
  'news.deleted_by': byTheCrew,
  'online_record.removed_by': byTheCrew,
  'pack.deleted_by': byTheCrew,
  'replay.deleted_by': byTheCrew,
  'sanction.imposed_by': byTheCrew,
  'sanction.lifted_by': byTheCrew,
  'track.deleted_by': byTheCrew,
  'track_feature.featured_by': byTheCrew,
  'video.removed_by': byTheCrew,
  'staged_bytes.account_id': 'A count of bytes, which becomes 0 when the staged files are erased.',
  'track.record_user_id': 'A copy of the driver of the best replay, recalculated with it.',
};
