import { daysToReturn, type TrackChoice, trackChoices } from './leaving.ts';

interface Letter {
  subject: string;
  text: string;
}

interface Reader {
  name: string;
  /** name of the edition, such as "Nations Forever" */
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
    `welcome to Paddock ${to.edition}. Open this link to confirm your e-mail address:`,
    link,
    'The link works for three days. If you did not register, ignore this e-mail: an address that is not confirmed is never used again.',
  );

export const resetLetter = (to: Reader, link: string) =>
  letter(
    'Choose a new password',
    to,
    'someone, probably you, requested a new password. Open this link to choose one:',
    link,
    'The link works once, within one hour. If you did not request it, ignore this e-mail: your password stays the same.',
  );

export const addressTakenLetter = (to: Reader, loginLink: string, forgotLink: string) =>
  letter(
    'You already have an account',
    to,
    `someone, probably you, registered again on Paddock ${to.edition} with this e-mail address. It belongs to your account “${to.name}”, which works on all editions:`,
    loginLink,
    `If you have forgotten the password, choose a new one here:\n${forgotLink}`,
    'If it was not you, ignore this e-mail: nobody else can use your address.',
  );

export const passwordChangedLetter = (to: Reader, forgotLink: string) =>
  letter(
    'Your password was changed',
    to,
    'your password was changed, and all other sessions were signed out.',
    `If it was not you, choose a new password here:\n${forgotLink}`,
  );

const events = {
  'app-added': ['A code app was added', 'a code app now confirms your sign-ins.'],
  'app-removed': ['A code app was removed', 'the code app that confirmed your sign-ins was removed.'],
  'passkey-added': ['A passkey was added', 'a new passkey now confirms your sign-ins.'],
  'passkey-removed': ['A passkey was removed', 'a passkey that confirmed your sign-ins was removed.'],
  'codes-renewed': ['New recovery codes', 'new recovery codes were created. The old ones no longer work.'],
  'code-used': [
    'A recovery code was used',
    'someone, probably you, signed in with a recovery code. It cannot be used again.',
  ],
  'token-created': [
    'An API token was created',
    'a token was created with which programs can write in your name.',
  ],
  'name-changed': [
    'Your name was changed',
    'your account now has another name. You sign in with it from now on, or with your e-mail address.',
  ],
  'address-changed': [
    'Your e-mail address was changed',
    'your account now has another e-mail address. No more e-mails will be sent to this one.',
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
    'you asked to use this e-mail address for your account. Open this link to confirm it:',
    link,
    'The link works once, within one day. If you did not request this, ignore this e-mail: nothing will change.',
  );

export const closedLetter = (
  to: Reader,
  link: string,
  { eraseAt, tracks }: { eraseAt: string; tracks: TrackChoice },
) =>
  letter(
    'Your account is closed',
    to,
    `your account is closed on all editions, as you asked, and what you wrote is hidden. On ${eraseAt} it will be erased for good.`,
    `You chose: ${trackChoices[tracks].label}.`,
    `You have ${daysToReturn} days to change your mind: sign in here, and you can reopen it with everything as it was:\n${link}`,
    'If it was not you, sign in, reopen your account and choose a new password at once.',
  );
