interface Letter {
  subject: string;
  text: string;
}

interface Reader {
  name: string;
  /** the edition it is about, such as "Nations Forever" */
  edition: string;
}

const letter = (subject: string, { name }: Reader, ...paragraphs: string[]): Letter => ({
  subject,
  text: [`Hello ${name},`, ...paragraphs, 'Paddock'].join('\n\n'),
});

export const confirmLetter = (to: Reader, link: string) =>
  letter(
    'Confirm your e-mail address',
    to,
    `welcome to Paddock ${to.edition}. Open this address to confirm that your mailbox is yours:`,
    link,
    'It works for three days. If you did not register, do nothing: an address that is not confirmed is never used again.',
  );

export const resetLetter = (to: Reader, link: string) =>
  letter(
    'Choose a new password',
    to,
    'somebody, probably you, asked for a new password. Open this address to choose one:',
    link,
    'It works once, for one hour. If you did not ask, do nothing: your password stays as it is.',
  );

export const addressTakenLetter = (to: Reader, loginLink: string, forgotLink: string) =>
  letter(
    'You already have an account',
    to,
    `somebody, probably you, registered again on Paddock ${to.edition} with this e-mail address. It belongs to your account "${to.name}", which works on all editions:`,
    loginLink,
    `If you have forgotten the password, choose a new one here:\n${forgotLink}`,
    'If it was not you, do nothing: the other account cannot use your address.',
  );

export const passwordChangedLetter = (to: Reader, forgotLink: string) =>
  letter(
    'Your password was changed',
    to,
    'your password was changed, and all other sessions were ended.',
    `If it was not you, choose a new password here:\n${forgotLink}`,
  );

const events = {
  'app-added': ['A code app was added', 'a code app now confirms your sign-ins.'],
  'app-removed': ['A code app was removed', 'the code app that confirmed your sign-ins was removed.'],
  'passkey-added': ['A passkey was added', 'a new passkey now confirms your sign-ins.'],
  'passkey-removed': ['A passkey was removed', 'a passkey that confirmed your sign-ins was removed.'],
  'codes-renewed': ['New recovery codes', 'new recovery codes were made. The old ones no longer work.'],
  'code-used': [
    'A recovery code was used',
    'somebody, probably you, signed in with a recovery code. It is used up.',
  ],
  'address-changed': [
    'Your e-mail address was changed',
    'your account has another e-mail address now. No more mails come to this one.',
  ],
} as const;

export type SecurityEvent = keyof typeof events;
export const securityEvents = Object.keys(events) as SecurityEvent[]; // its keys by definition

export const securityLetter = (to: Reader, event: SecurityEvent, accountLink: string, forgotLink: string) =>
  letter(
    events[event][0],
    to,
    events[event][1],
    `See your account here:\n${accountLink}`,
    `If it was not you, choose a new password at once:\n${forgotLink}`,
  );

export const changeLetter = (to: Reader, link: string) =>
  letter(
    'Confirm your new e-mail address',
    to,
    'this is to become the e-mail address of your account. Open this address to confirm that the mailbox is yours:',
    link,
    'It works once, for one day. If you did not ask for it, do nothing: nothing changes.',
  );
