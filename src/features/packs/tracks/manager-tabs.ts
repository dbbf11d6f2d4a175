import { PackTrackStatus } from '#lib/codes/pack.ts';
import type { PackEntry } from './entries.ts';

/** The parts of the track manager. Every status belongs to one of them. */
export const managerTabs = {
  approved: { label: 'Approved', statuses: [PackTrackStatus.approved] },
  unapproved: {
    label: 'Not approved',
    statuses: [PackTrackStatus.pending, PackTrackStatus.changesRequested, PackTrackStatus.rejected],
  },
  retired: { label: 'Retired Tracks', statuses: [PackTrackStatus.retired] },
} as const;
export type ManagerTab = keyof typeof managerTabs;

export const tabNames = Object.keys(managerTabs) as ManagerTab[]; // its own keys

export const managerTabIn = (text: string | null): ManagerTab =>
  tabNames.find((tab) => tab === text) ?? 'approved';

export const isInTab = (tab: ManagerTab, { Status }: Pick<PackEntry, 'Status'>): boolean =>
  (managerTabs[tab].statuses as readonly PackTrackStatus[]).includes(Status);
