/** What stands between a track and a pack. Only approved ones are in the pack's list and numbered. */
export const PackTrackStatus = {
  pending: 0,
  approved: 1,
  changesRequested: 2,
  rejected: 3,
  retired: 4,
} as const;
export type PackTrackStatus = (typeof PackTrackStatus)[keyof typeof PackTrackStatus];

/** As people read them, in the order of their codes. */
export const packStatusNames: readonly (readonly [PackTrackStatus, string])[] = [
  [PackTrackStatus.pending, 'Pending'],
  [PackTrackStatus.approved, 'Approved'],
  [PackTrackStatus.changesRequested, 'Changes Requested'],
  [PackTrackStatus.rejected, 'Rejected'],
  [PackTrackStatus.retired, 'Retired'],
];
