import type { PerformedAct, RecordedAct } from '#features/modlog/server/act.ts';
import { allActs } from './all-acts.ts';

const byName = new Map(allActs.map((act) => [act.name, act]));

/** An act by the name that the log stores; undefined for one that this version does not know. */
export const actNamed = (name: string): RecordedAct | undefined => byName.get(name);

/** The label of a stored act; one that this version does not know keeps its name. */
export const actLabel = (name: string): string => byName.get(name)?.label ?? name;

/** Acts of the log that the person concerned does not see. */
export const hiddenFromPerson: readonly string[] = allActs
  .filter(({ effect }) => effect === 'internal')
  .map(({ name }) => name);

export const isPerformed = (act: RecordedAct): act is PerformedAct => 'run' in act;

/** The acts that the console offers on subjects of this kind. Their names are unique. */
export const actsFor = (kind: string) =>
  allActs.flatMap((act) =>
    isPerformed(act) && act.offer?.kinds.includes(kind) ? [{ ...act, offer: act.offer }] : [],
  );

export type ConsoleAct = ReturnType<typeof actsFor>[number];
