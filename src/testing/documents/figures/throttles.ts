import { betweenPostsMs, postsPerDay } from '#features/forum/model.ts';
import { paces, perDay } from '#features/messages/model.ts';
import { newAccountMs } from '#features/videos/model.ts';
import { dayMs } from '#lib/codes/durations.ts';
import { bytesInWords } from '#platform/files/limits.ts';
import { type LimitName, limits } from '#platform/rate-limits.ts';
import type { Statements } from './check.ts';
import { n, within } from './units.ts';

const points = (name: LimitName): string => n(limits[name].points);
const span = (name: LimitName): string => within(limits[name].seconds);

/** A row of the table: what is limited, by one limit or several. */
const row = (what: string, ...names: readonly LimitName[]): string =>
  `| ${what} | ${names.map(points).join('; ')} | ${[...new Set(names.map(span))].join('; ')} |`;

const younger = (ms: number): string => `accounts younger than ${ms / dayMs} days`;
const [usual, fresh] = [perDay(newAccountMs), perDay(newAccountMs - 1)];

export const throttles: Statements = [
  row('writes of every kind', 'write'),
  row('registrations', 'register'),
  row('mails requested by one sender', 'mail-address'),
  row('mails to one mailbox that anyone can trigger, all kinds together', 'mail', 'mail-day'),
  row('new passwords requested with one name, which others know', 'reset-name'),
  row('mails to one mailbox about its own account', 'mail-notice'),
  row('links that stop mails, used from one address', 'unsubscribe'),
  row('files read', 'upload'),
  row('requests with the API tokens of one account', 'token'),
  row('requests with API tokens from one address', 'token-address'),
  row(
    'decisions to allow an application, by one account; from one address',
    'application-allow',
    'application-allow-network',
  ),
  row('codes exchanged and tokens given back, from one address', 'application-requests'),
  row('online records sent by one account', 'online-record'),
  row('codes to claim a game login', 'login-claim'),
  row('codes to claim a copied profile; looks for them at the other site', 'user-claim', 'user-claim-check'),
  `| forms with files | ${points('upload-form')}; ${bytesInWords(limits['upload-kib'].points * 1024)} | ${span('upload-kib')} |`,
  row('pictures', 'picture'),
  row('new trackpacks', 'pack'),
  `| new videos | ${points('video')}; ${points('video-day')} (${younger(newAccountMs)}: ${points('video-day-new')}) | ${span('video')}; ${span('video-day')} |`,
  row('videos described by the video site', 'video-lookup'),
  row('new pictures of other hosts in texts (the rest is fetched at night)', 'remote-picture'),
  row('exports of personal data', 'export'),
  `| forum posts | 1; ${n(postsPerDay)} | ${within(betweenPostsMs / 1000)}; a day |`,
  `| private messages | ${paces.map(({ most }) => most).join('; ')} | ${paces.map(({ words }) => words).join('; ')} |`,
  `| new conversations; recipients in them | ${usual.conversations}; ${usual.recipients} (${younger(newAccountMs)}: ${fresh.conversations}; ${fresh.recipients}) | a day |`,
  `| zips; files in them | ${points('zip')}; ${points('zip-file')} | ${span('zip')}; ${span('zip-file')} |`,
  row('evidence sheets that measure files', 'evidence'),
];

/** The table of guesses: tries in 15 minutes and in a day. */
const tries = (what: string, quarter: LimitName, day?: LimitName): string =>
  `| ${what} | ${points(quarter)} |${day === undefined ? '' : ` ${points(day)}`} |`;
const guessesADay = limits['login-account-day'].points;

export const guesses: Statements = [
  `| tries counted for | in ${span('login-pair')} | in ${span('login-known-day')} |`,
  tries('one sender', 'login-address'),
  tries('one sender and one name or mail address', 'login-pair'),
  tries(
    'one name or mail address, by all browsers that never signed in to it',
    'login-account',
    'login-account-day',
  ),
  tries('one browser that has signed in to it before', 'login-known', 'login-known-day'),
  tries('codes of the second step of one account', 'factor-quarter', 'factor-day'),
  `can make at most 2 × ${guessesADay} × 365 = ${n(2 * guessesADay * 365)} guesses a year`,
];
