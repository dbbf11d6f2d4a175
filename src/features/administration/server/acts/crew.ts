import { z } from 'zod';
import { personNamed } from '#features/accounts/roles/server/moderated.ts';
import { act, storedIn } from '#features/modlog/server/act.ts';
import { perform } from '#features/modlog/server/actions.ts';
import { addFormerCrew, removeFormerCrew } from '#features/users/server/moderated.ts';
import { Level } from '#lib/codes/level.ts';
import { CrewOrderForm, FormerCrewForm, FormerCrewRowForm } from '../../forms.ts';
import { changeSettings } from '../actions.ts';
import { adminForm } from './admin-form.ts';

const CrewRow = z.object({ Title: z.string(), From: z.int(), To: z.int() });
const notStored = 'The earlier value isn’t stored.';

/** Adds a time in the crew. */
export const addCrewRow = act({
  name: 'crew.add',
  label: 'Added a former member of the crew',
  group: 'other',
  level: Level.siteLeader,
  input: CrewRow,
  notifies: true,
  run: async (tx, { id }, row) => {
    await addFormerCrew(tx, { userId: id, title: row.Title, from: row.From, to: row.To });
    return { after: row, personId: id };
  },
  undo: { as: 'crew.remove', input: ({ after }) => storedIn(CrewRow, after, notStored) },
});

/** Removes the time in the crew that began then. */
export const removeCrewRow = act({
  name: 'crew.remove',
  label: 'Removed a former member of the crew',
  group: 'removed',
  level: Level.siteLeader,
  input: CrewRow.pick({ From: true }),
  notifies: true,
  run: async (tx, { id }, { From }) => {
    const { title, from, to } = await removeFormerCrew(tx, id, From);
    return { before: { Title: title, From: from, To: to }, personId: id };
  },
  undo: { as: 'crew.add', input: ({ before }) => storedIn(CrewRow, before, notStored) },
});

export const crewForms = {
  'crew.add': adminForm({
    level: Level.siteLeader,
    input: FormerCrewForm,
    run: async (tx, { Name, Title, From, To }, reason) => {
      const subject = { kind: 'user', id: (await personNamed(tx, Name)).userId };
      await perform(tx, addCrewRow, { subject, found: subject, input: { Title, From, To }, reason });
    },
  }),
  'crew.remove': adminForm({
    level: Level.siteLeader,
    input: FormerCrewRowForm,
    run: (tx, { UserId, From }, reason) => {
      const subject = { kind: 'user', id: UserId };
      return perform(tx, removeCrewRow, { subject, found: subject, input: { From }, reason });
    },
  }),
  'crew.order': adminForm({
    level: Level.siteLeader,
    input: CrewOrderForm,
    run: async (tx, { Names }, reason) => {
      const ids: number[] = [];
      for (const name of Names) ids.push((await personNamed(tx, name)).userId);
      return changeSettings(tx, { CrewOrder: ids }, reason);
    },
  }),
};
