import { codeSeconds } from '#features/accounts/applications/model.ts';
import {
  usual as codeApp,
  window as stepsEitherWay,
} from '#features/accounts/second-step/server/code-app.ts';
import { recoveryCodeBits } from '#features/accounts/second-step/server/recovery-codes.ts';
import { tokenLifeMs } from '#features/accounts/server/repo.ts';
import { dayMs, hourMs } from '#lib/codes/durations.ts';
import { tokenHours } from '#platform/anti-forgery.ts';
import { hashCost } from '#platform/auth/hashing/hasher.ts';
import { passwordLength } from '#platform/auth/password.ts';
import { fileMode } from '#platform/files/temp-files.ts';
import { remoteLimits } from '#platform/remote/public-remote.ts';
import { sessionBits } from './accounts.ts';
import type { Statements } from './check.ts';
import { bits, mode, numberIn, quoted, word } from './units.ts';

const linkBits = bits(numberIn('src/features/accounts/server/repo.ts', /const token = randomBytes\((\d+)\)/));
const lives = [...new Set(Object.values(tokenLifeMs))].toSorted((a, b) => a - b);
const life = (ms: number): string =>
  ms === hourMs ? 'an hour' : ms === dayMs ? 'a day' : `${word(ms / dayMs)} days`;

/** The figures in the last column of src/decisions/security/ASVS.md, by requirement. */
export const asvs: Readonly<Record<string, Statements>> = {
  '4.2.1': ['ambiguous messages get 400'],
  '5.3.1': [`mode ${mode(fileMode)}`],
  '6.2.9': [`up to ${passwordLength.max}:`],
  '6.4.1': [
    `links of mails: ${linkBits} bits, once, ${lives
      .map(life)
      .join(', ')
      .replace(/, (?=[^,]*$)/, ' or ')}:`,
  ],
  '6.5.2': [`of ${recoveryCodeBits} random bits`],
  '6.5.4': [`recovery codes have ${recoveryCodeBits} bits`],
  '6.5.5': [`one-time codes of ${codeApp.period} s, ${word(stepsEitherWay)} step either way`],
  '7.2.3': [`${sessionBits / 5} characters of base 32: ${sessionBits} bits`],
  '9.2.1': [`${tokenHours} hours`],
  '10.4.3': [`${codeSeconds} seconds`],
  '11.4.2': [`argon2id, ${hashCost.memoryCost / 1024} MiB, ${word(hashCost.timeCost)} passes`],
  '11.5.1': [
    `anti-forgery seed, ${bits(numberIn('src/platform/anti-forgery.ts', /seed = randomBytes\((\d+)\)/))} bits`,
  ],
  '12.3.1': ['listens on 127.0.0.1 only'],
  '13.3.1': [`in \`DATA_DIR\` (${quoted('0600', 'src/platform/secrets.ts', '0o600')})`],
  '13.3.2': [`files ${quoted('0600', 'src/platform/secrets.ts', '0o600')}`],
  '13.4.4': ['405:'],
  '15.3.2': [`at most ${word(remoteLimits.redirects)}, each checked`],
  '16.2.2': ['milliseconds since 1970'],
};
