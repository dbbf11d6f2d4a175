import { Level } from '#lib/codes/level.ts';

/** The pages of the administration of an edition. */
export const sections = {
  switches: {
    label: 'Switches',
    about: 'Read-only, registration, uploads, the announcement, quotas, review and listed words',
    level: Level.siteLeader,
  },
  texts: {
    label: 'Texts',
    about: 'About, rules, welcome, contact, imprint, privacy and the end of mails',
    level: Level.siteLeader,
  },
  people: {
    label: 'People and roles',
    about: 'Who is in the crew, custom titles, achievements by hand',
    level: Level.siteLeader,
  },
  crew: {
    label: 'Crew page',
    about: 'The order of the crew, and who was in it before',
    level: Level.siteLeader,
  },
  tracks: {
    label: 'Star and Nadeo tracks',
    about: 'Tracks with their own leaderboard',
    level: Level.siteLeader,
  },
  forum: { label: 'Forum boards', about: 'Create, rename, order and close boards', level: Level.siteLeader },
  limits: {
    label: 'Limits',
    about: 'Who is slowed down or refused. Lift it for a day',
    level: Level.administrator,
  },
  jobs: { label: 'Jobs', about: 'Background work that failed, with the reason', level: Level.administrator },
  system: { label: 'System', about: 'Health, storage and the database', level: Level.administrator },
} as const;

export type SectionName = keyof typeof sections;

export const isSection = (name: string): name is SectionName => Object.hasOwn(sections, name);

/** Sections about the whole installation: for administrators of all editions. */
export const ofInstallation: readonly SectionName[] = ['limits', 'jobs', 'system'];
