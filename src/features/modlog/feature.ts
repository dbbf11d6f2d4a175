import { feature } from '#platform/feature.ts';
import { decisionData } from './server/personal.ts';

interface ModlogReactions {
  /** acts that the person concerned does not see */
  readonly hiddenFromPerson: readonly string[];
}

/** The log of what moderators did, and what the people concerned see of it. */
export const modlog = ({ hiddenFromPerson }: ModlogReactions) =>
  feature({ name: 'modlog', personalData: [decisionData(hiddenFromPerson)] });
