import { expect, test } from 'vitest';
import { readSources } from '#testing/architecture/sources.ts';

/** What points are counted for, in calls of `consume`: an account, a mailbox or a network. */
const lasting =
  /^(account |mailbox |change |confirm |forgot )?\$\{(ctx\.viewer\.|tx\.viewer\.)?(accountId|account\.account_id|mailboxOf\((mail\.to|email)\))\}$/;

/** Not limits, but marks that a code was used: what is counted is the code itself. */
const usedOnce = /^crossing \$\{crossing\.challenge\}$/;

/** Subjects in calls that take points. */
function countedSubjects(): { file: string; subject: string }[] {
  return readSources(process.cwd()).flatMap(({ path, text }) =>
    /\.(dbtest|test|e2e)\.tsx?$/.test(path) || !path.startsWith('src/') || path.startsWith('src/testing/')
      ? []
      : [...text.matchAll(/consume\(\s*'[\w-]+',\s*\{\s*subject: `([^`]*)`/g)].map(([, subject = '']) => ({
          file: path,
          subject,
        })),
  );
}

test('no limit is counted for something that its holder can make again, such as a token, a session or a profile', () => {
  const found = countedSubjects();
  expect(found.length).toBeGreaterThan(15);
  expect(found.filter(({ subject }) => !lasting.test(subject) && !usedOnce.test(subject))).toEqual([]);
});

test.each([
  ['account @{ctx.viewer.accountId}', true],
  ['@{ctx.viewer.accountId}', true],
  ['token @{tokenId}', false],
  ['@{ctx.site.code} user @{ctx.viewer.userId}', false],
])('a limit counted for %s is accepted: %s', (subject, isLasting) =>
  expect(lasting.test(subject.replaceAll('@', '$'))).toBe(isLasting),
);
