import type { UndoRule } from './act.ts';

/** Undoing acts on accounts and users. */
export const personUndos = {
  'account.close': { cannot: 'A closed account is reopened with the command `npm run admin`.' },
  'account.reopen': { cannot: 'An account is closed with the command `npm run admin`.' },
  'achievement.grant': { cannot: 'A granted achievement is revoked on the page of achievements.' },
  'achievement.revoke': { cannot: 'A revoked achievement is granted again on the page of achievements.' },
  'login.remove': { cannot: 'A removed login is bound again by the next replay with it.' },
} satisfies Record<string, UndoRule>;
