/** The status of a track in a pack. Only approved tracks are in the pack's list and have a position. */
export const PackTrackStatus = {
  pending: 0,
  approved: 1,
  changesRequested: 2,
  rejected: 3,
  retired: 4,
} as const;
export type PackTrackStatus = (typeof PackTrackStatus)[keyof typeof PackTrackStatus];

/** Display names, in the order of their codes. */
export const packStatusNames: readonly (readonly [PackTrackStatus, string])[] = [
  [PackTrackStatus.pending, 'Pending'],
  [PackTrackStatus.approved, 'Approved'],
  [PackTrackStatus.changesRequested, 'Changes Requested'],
  [PackTrackStatus.rejected, 'Rejected'],
  [PackTrackStatus.retired, 'Retired'],
];
