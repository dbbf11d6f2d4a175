import { act } from '#features/modlog/server/act.ts';

export const closeByCrew = act({
  name: 'account.close',
  label: 'Closed an account',
  group: 'other',
  cannot: 'A closed account is reopened with the command `npm run admin`.',
});

export const reopenByCrew = act({
  name: 'account.reopen',
  label: 'Reopened an account',
  group: 'other',
  effect: 'favourable',
  cannot: 'An account is closed with the command `npm run admin`.',
});

/** Acts of the crew on accounts. */
export const accountActs = [closeByCrew, reopenByCrew];
