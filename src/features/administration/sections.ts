import { Level } from '#lib/codes/level.ts';
import type { SettingName } from '#lib/switches/model.ts';

/** The subjects of the administration, in the order of its index. */
export const sectionGroups = {
  settings: 'Settings',
  texts: 'Texts',
  people: 'Users and crew',
  content: 'Tracks and forum',
  operation: 'Operation',
} as const;
type SectionGroup = keyof typeof sectionGroups;

interface Section {
  readonly group: SectionGroup;
  readonly label: string;
  readonly about: string;
  /** the lowest level on the edition that may open it */
  readonly level: Level;
  /** the settings of its form, of which each viewer sees those that they may change */
  readonly settings?: readonly SettingName[];
}

const { siteLeader, administrator } = Level;

const declared = {
  access: {
    group: 'settings',
    label: 'Access',
    about: 'Read-only, registration, uploads, emails, webhooks and online records',
    level: siteLeader,
    settings: ['ReadOnly', 'RegistrationClosed', 'UploadsClosed', 'Paused'],
  },
  announcement: {
    group: 'settings',
    label: 'Announcement',
    about: 'A line above every page',
    level: siteLeader,
    settings: ['Banner'],
  },
  name: {
    group: 'settings',
    label: 'Name of the site',
    about: 'In the header, titles, emails and feeds',
    level: administrator,
    settings: ['SiteName'],
  },
  quotas: {
    group: 'settings',
    label: 'Quotas',
    about: 'What each user may post within 24 hours',
    level: administrator,
    settings: ['UploadsPerDay', 'PostsPerDay', 'CommentsPerDay'],
  },
  review: {
    group: 'settings',
    label: 'Review of new tracks',
    about: 'Whose tracks wait for a moderator',
    level: siteLeader,
    settings: ['Review'],
  },
  records: {
    group: 'settings',
    label: 'Online records',
    about: 'Which servers’ records are shown',
    level: siteLeader,
    settings: ['OnlineRecords'],
  },
  words: {
    group: 'settings',
    label: 'Listed words',
    about: 'Words that moderators get a hint about',
    level: siteLeader,
    settings: ['BadWords'],
  },
  about: {
    group: 'texts',
    label: 'About',
    about: 'What the edition is. Leave empty for the default text',
    level: siteLeader,
    settings: ['AboutText'],
  },
  rules: {
    group: 'texts',
    label: 'Rules',
    about: 'What you expect of tracks, replays and people. Leave empty for the default rules',
    level: siteLeader,
    settings: ['RulesText'],
  },
  welcome: {
    group: 'texts',
    label: 'Welcome',
    about: 'Shown to visitors on the front page. Leave empty for none',
    level: siteLeader,
    settings: ['WelcomeText'],
  },
  contact: {
    group: 'texts',
    label: 'Contact',
    about:
      'How people reach you, such as an email address or a chat. Leave empty to refer them to the crew page',
    level: siteLeader,
    settings: ['ContactText'],
  },
  imprint: {
    group: 'texts',
    label: 'Imprint',
    about: 'Who runs this site, where the law asks for it. Shown on the Contact page. Leave empty for none',
    level: administrator,
    settings: ['ImprintText'],
  },
  privacy: {
    group: 'texts',
    label: 'Privacy',
    about:
      'Who is responsible for personal data, and what you store beyond what the software does. Shown above what the software stores',
    level: administrator,
    settings: ['PrivacyText'],
  },
  mails: {
    group: 'texts',
    label: 'End of emails',
    about: 'Who runs the site and how to reach you, below every email. Leave empty for none',
    level: administrator,
    settings: ['MailEnd'],
  },
  roles: {
    group: 'people',
    label: 'Roles',
    about: 'Who is in the crew',
    level: siteLeader,
  },
  titles: {
    group: 'people',
    label: 'Titles',
    about: 'A title below a user’s name',
    level: siteLeader,
  },
  crew: {
    group: 'people',
    label: 'Order of the crew',
    about: 'Who comes first on the crew page',
    level: siteLeader,
  },
  former: {
    group: 'people',
    label: 'Former crew',
    about: 'Who was in the crew before',
    level: siteLeader,
  },
  tracks: {
    group: 'content',
    label: 'Star and Nadeo tracks',
    about: 'Tracks with their own leaderboard',
    level: siteLeader,
  },
  boards: {
    group: 'content',
    label: 'Forum boards',
    about: 'Create, rename, order and close boards',
    level: siteLeader,
  },
  limits: {
    group: 'operation',
    label: 'Limits',
    about: 'Who is slowed down or refused. Lift it for a day',
    level: administrator,
  },
  jobs: {
    group: 'operation',
    label: 'Jobs',
    about: 'Background work that failed, with the reason',
    level: administrator,
  },
  system: {
    group: 'operation',
    label: 'System',
    about: 'Health, storage and the database',
    level: administrator,
  },
} as const satisfies Readonly<Record<string, Section>>;

export type SectionName = keyof typeof declared;

/** The pages of the administration of an edition, each with one form at most that is open. */
export const sections: Readonly<Record<SectionName, Section>> = declared;

export const isSection = (name: string): name is SectionName => Object.hasOwn(sections, name);

/** Sections about the whole installation: for administrators of all editions. */
export const isOfInstallation = (name: SectionName): boolean => sections[name].group === 'operation';

/** The sections of a group among those that the viewer may open. */
export const sectionsOf = (group: SectionGroup, open: readonly SectionName[]): readonly SectionName[] =>
  open.filter((name) => sections[name].group === group);

/** The groups that have one of these sections. */
export const groupsOf = (open: readonly SectionName[]): readonly SectionGroup[] => [
  ...new Set(open.map((name) => sections[name].group)),
];
