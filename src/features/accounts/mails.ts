import { daysToReturn, type TrackChoice, trackChoices } from './leaving.ts';

interface Letter {
  subject: string;
  text: string;
}

interface Reader {
  name: string;
  /** such as "Paddock Nations Forever" */
  edition: string;
}

const letter = (subject: string, { name, edition }: Reader, ...paragraphs: string[]): Letter => ({
  subject,
  text: [`Hi ${name},`, ...paragraphs, edition].join('\n\n'),
});

export const confirmLetter = (to: Reader, link: string) =>
  letter(
    'Confirm your email address',
    to,
    `Welcome to ${to.edition}. Open this link to confirm your email address:`,
    link,
    'The link works for three days. If you didn’t sign up, ignore this email. We won’t write to this address again.',
  );

export const resetLetter = (to: Reader, link: string) =>
  letter(
    'Choose a new password',
    to,
    'Someone asked to reset your password. If that was you, choose a new one here:',
    link,
    'The link works once and expires in an hour. If it wasn’t you, ignore this email: your password stays the same.',
  );

export const addressTakenLetter = (to: Reader, loginLink: string, forgotLink: string) =>
  letter(
    'You already have an account',
    to,
    `Someone tried to sign up on ${to.edition} with your email address. You already have an account, “${to.name}”, which works on all editions:`,
    loginLink,
    `Forgotten your password? Choose a new one here:\n${forgotLink}`,
    'If it wasn’t you, ignore this email: no one else can use your address.',
  );

export const passwordChangedLetter = (to: Reader, forgotLink: string) =>
  letter(
    'Your password was changed',
    to,
    'Your password was changed, and you were signed out everywhere else.',
    `If it wasn’t you, choose a new password here:\n${forgotLink}`,
  );

const events = {
  'app-added': [
    'An authenticator app was added',
    'You’ll now enter a code from your authenticator app when you sign in.',
  ],
  'app-removed': [
    'An authenticator app was removed',
    'Your authenticator app was removed. You no longer need its codes to sign in.',
  ],
  'passkey-added': ['A passkey was added', 'You can now confirm your sign-ins with a new passkey.'],
  'passkey-removed': [
    'A passkey was removed',
    'One of your passkeys was removed. It no longer confirms your sign-ins.',
  ],
  'codes-renewed': ['New recovery codes', 'You have new recovery codes. The old ones no longer work.'],
  'code-used': [
    'A recovery code was used',
    'Someone signed in with one of your recovery codes. That code can’t be used again.',
  ],
  'token-created': [
    'An API token was created',
    'A new API token was created. Programs that have it can post as you.',
  ],
  'application-allowed': [
    'An application may use your account',
    'You allowed an application to do things as you. Your API tokens say which one, and end its access at any time.',
  ],
  'name-changed': [
    'Your name was changed',
    'Your name is now {name}. Sign in with it or with your email address.',
  ],
  'address-changed': [
    'Your email address was changed',
    'Your account now uses a different email address. We won’t write to this one again.',
  ],
} as const;

export type SecurityEvent = keyof typeof events;
export const securityEvents = Object.keys(events) as SecurityEvent[]; // its keys by definition

export const securityLetter = (to: Reader, event: SecurityEvent, accountLink: string, forgotLink: string) =>
  letter(
    events[event][0],
    to,
    events[event][1].replace('{name}', to.name),
    `See your account here:\n${accountLink}`,
    `If it wasn’t you, choose a new password right away:\n${forgotLink}`,
  );

export const changeLetter = (to: Reader, link: string) =>
  letter(
    'Confirm your new email address',
    to,
    'You asked to use this email address for your account. Open this link to confirm it:',
    link,
    'The link works once and expires in a day. If it wasn’t you, ignore this email: nothing will change.',
  );

export const closedLetter = (
  to: Reader,
  link: string,
  { eraseAt, tracks }: { eraseAt: string; tracks: TrackChoice },
) =>
  letter(
    'Your account is closed',
    to,
    `As you asked, your account is closed and your posts are hidden. We’ll delete everything permanently on ${eraseAt}.`,
    `You chose: ${trackChoices[tracks].label}.`,
    `Changed your mind? Sign in here within ${daysToReturn} days to get everything back:\n${link}`,
    'If it wasn’t you, sign in, reopen your account and choose a new password right away.',
  );
