import { isIP } from 'node:net';
import { personNamed } from '#features/accounts/roles/server/moderated.ts';
import { act } from '#features/modlog/server/act.ts';
import { recordAct } from '#features/modlog/server/actions.ts';
import { Level } from '#lib/codes/level.ts';
import { accountClient, networkClient } from '#platform/admission/clients.ts';
import { clientHash, liftLimits } from '#platform/admission/limited-clients.ts';
import type { TxCtx } from '#platform/context.ts';
import { LiftForm } from '../../forms.ts';
import { editionSubject } from '../actions.ts';
import { adminForm } from './admin-form.ts';

/** The client that was typed, or chosen from the list. `shown` is what the log says: never an address. */
async function clientOf(
  tx: TxCtx,
  { Client, Name = '' }: { Client?: string | undefined; Name?: string | undefined },
) {
  if (Client !== undefined) return { hash: Client, accountId: null, shown: Client.slice(0, 8) };
  if (isIP(Name)) {
    const hash = clientHash(tx, networkClient(Name));
    return { hash, accountId: null, shown: hash.slice(0, 8) };
  }
  const { accountId, name } = await personNamed(tx, Name);
  return { hash: clientHash(tx, accountClient(accountId)), accountId, shown: name };
}

export const liftLimit = act({
  name: 'limits.lift',
  label: 'Lifted a limit',
  group: 'other',
  level: Level.administrator,
  cannot: 'It ends by itself after a day.',
});

export const limitForms = {
  'limits.lift': adminForm({
    isOfInstallation: true,
    level: Level.administrator,
    input: LiftForm,
    run: async (tx, input, reason) => {
      const { shown, ...client } = await clientOf(tx, input);
      const until = await liftLimits(tx, client);
      const after = { Client: shown, Until: until.toISOString() };
      await recordAct(tx, liftLimit, { subject: editionSubject, reason, after });
    },
  }),
};
