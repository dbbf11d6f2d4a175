/**
 * Writes that change an account on every edition and that work nevertheless while it is muted or suspended on one, or while one is
 * read-only, each with the reason. All other account-wide writes are refused then.
 */
export const safeOnEveryEdition: Readonly<Record<string, string>> = {
  'POST /account/logouteverywhere': 'ends sessions, which a thief may hold',
  'POST /account/logoutelsewhere': 'ends sessions, which a thief may hold',
  'POST /account/sessions/:sessionId/end': 'ends a session, which a thief may hold',
  'POST /account/password': 'a known password must be changed at once',
  'POST /account/forgot': 'a forgotten password, or one that a thief changed',
  'POST /account/reset': 'a forgotten password, or one that a thief changed',
  'POST /account/email': 'a lost or stolen mailbox must not keep the account',
  'POST /account/confirm': 'completes the change of the address',
  'POST /account/resend': 'completes the change of the address',
  'POST /account/app/start': 'a second factor protects the account',
  'POST /account/app': 'a second factor protects the account',
  'POST /account/passkeys/options': 'a second factor protects the account',
  'POST /account/passkeys': 'a second factor protects the account',
  'POST /account/factors/:factorId/remove': 'a lost or stolen factor must be removed at once',
  'POST /account/recoverycodes': 'codes that others have seen must be replaced at once',
  'POST /account/tokens/:tokenId/revoke': 'a leaked token must be revoked at once',
  'POST /account/applications/:applicationId/remove': 'an application that was taken over must end at once',
  'POST /account/delete': 'everybody may leave at any time',
  'POST /account/reopen': 'the account would be erased before the sanction ends',
  'POST /account/export': 'everybody may take their own data with them',
};

/** Writes that state no editions themselves, each with the reason. */
export const statesNoEditions: Readonly<Record<string, string>> = {
  'POST /notices/unsubscribe': 'the link in a mail belongs to one edition, and mails must stop at any time',
  'POST /oauth/token': 'who allowed it was judged by every edition less than a minute before',
  'POST /oauth/revoke': 'a leaked token must be revoked at once',
  'POST /api/tracks/dedimania': 'a program with an API token writes on the edition of the request',
};

/**
 * Tables of accounts that belong to no edition and that other code than that of accounts and sanctions writes, each with the reason why
 * the write needs no judgement by every edition.
 */
export const writtenByOthers: Readonly<Record<string, string>> = {
  case_view: 'views of the moderation queue, which only their owner sees',
  limited_client: 'loads that the server counts, and limits that administrators lift',
  staged_bytes: 'a count that triggers maintain; uploading and publishing are judged by their edition',
};
