import { dictionary } from '@zxcvbn-ts/language-common';
import { accessDays, codeSeconds } from '#features/accounts/applications/model.ts';
import { daysToReturn, exportDays, nameReservedDays } from '#features/accounts/leaving.ts';
import { maxTokens } from '#features/accounts/model.ts';
import {
  usual as codeApp,
  window as stepsEitherWay,
} from '#features/accounts/second-step/server/code-app.ts';
import { recoveryCodeBits, recoveryCodes } from '#features/accounts/second-step/server/recovery-codes.ts';
import { secondStepMinutes, secondStepTries } from '#features/accounts/second-step/server/second-step.ts';
import { unsubscribeDays } from '#features/notices/server/unsubscribe-token.ts';
import { maxUnverified, unapprovedPlaces } from '#features/replays/online/trust.ts';
import { minuteMs } from '#lib/codes/durations.ts';
import { Level } from '#lib/codes/level.ts';
import { tokenHours } from '#platform/anti-forgery.ts';
import { tokenBytes } from '#platform/auth/api-token.ts';
import { hashCost } from '#platform/auth/hashing/hasher.ts';
import { passwordLength } from '#platform/auth/password.ts';
import { freshMs, recentMs, sessionHours } from '#platform/auth/session-life.ts';
import { networkOf } from '#platform/http/network.ts';
import { addressKeyDays } from '#platform/rotating-key.ts';
import type { Statements } from './check.ts';
import { guesses } from './throttles.ts';
import { bits, capital, n, numberIn, word } from './units.ts';

const { member, crew } = sessionHours;
const days = (hours: number): string => `${hours / 24} days`;
const [, prefix = ''] = networkOf('2001:db8::1').split('/');

export const protectedData: Statements = [
  `argon2id (${hashCost.memoryCost / 1024} MiB, ${word(hashCost.timeCost)} passes)`,
  `user and kind of mail; ${unsubscribeDays} days; GET changes nothing`,
  `hashes with a key that is replaced every ${addressKeyDays} days`,
];

export const levels: Statements = [
  `visitor ${Level.visitor}, basic ${Level.basic}, standard ${Level.standard}, trusted ${Level.trusted}, moderator ${Level.moderator}, site leader ${Level.siteLeader}, administrator ${Level.administrator}`,
  `Levels ${Level.moderator} to ${Level.administrator} are granted`,
];

export const signingIn: Statements = [
  // the password, the second step and the link of a mail: the next words list them
  'There are three ways to prove an identity, and no others:',
  `Passwords have ${passwordLength.min} to ${passwordLength.max} characters`,
  `${n(new Set(dictionary['passwords-common']).size)} common passwords`,
  `one-time codes (RFC 6238, ${codeApp.period} s, ${word(stepsEitherWay)} step either way, no code twice) and ${word(recoveryCodes)} recovery codes of ${recoveryCodeBits} bits`,
  `${capital(word(secondStepMinutes))} minutes and ${word(secondStepTries)} codes for each sign-in`,
  `at most ${word(recentMs / minuteMs)} minutes old`,
  `an IPv4 address or an IPv6 /${prefix}`,
  ...guesses,
];

/** lucia generates the ids of sessions. */
export const sessionBits =
  8 * numberIn('node_modules/lucia/dist/core.js', /generateIdFromEntropySize\((\d+)\)/);

export const sessions: Statements = [
  `The cookie holds ${sessionBits} random bits`,
  `It ends ${days(member.idle)} after the last visit and ${days(member.total)} after the sign-in; for the crew after ${crew.idle} hours and ${days(crew.total)}`,
  // a figure of the guideline, not of ours
  'NIST SP 800-63B asks for re-authentication after 30 days at most',
];

export const apiTokens: Statements = [
  `A token holds ${bits(tokenBytes)} random bits`,
  `An account has at most ${maxTokens}.`,
  `last use (at most ${word(freshMs / minuteMs)} minutes old)`,
  `at most a ${unapprovedPlaces(300) === 100 ? 'third' : 'different share'} of the places of a board, none of an approved server's, and ${n(maxUnverified)} stored records`,
  `used up by the first attempt within ${codeSeconds} seconds`,
  `Its tokens last ${accessDays} days.`,
  `there are 2^${bits(tokenBytes)} tokens`,
];

export const requests: Statements = [
  `valid for ${tokenHours} hours`,
  `requires at least ${numberIn('src/testing/browser/security.e2e.ts', /toBeGreaterThanOrEqual\((\d+)\)/)} points`,
];

export const personalData: Statements = [
  `at the latest ${days(member.total)} after the sign-in`,
  `| addresses of visitors, for limits and counts | hashed, ${addressKeyDays} days |`,
  `the reservation of a former name | ${nameReservedDays} days |`,
  `| exports of personal data | ${exportDays} days |`,
  `a proof of identity within the last ${word(recentMs / minuteMs)} minutes`,
  `after ${daysToReturn} days, in which the owner`,
];
