import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { withoutLoneJoiners } from '#lib/game-text/invisible.ts';
import { routes } from '#routes/routes.ts';
import { hostileTexts } from '#testing/hostile/texts.ts';
import { expect, test } from './tools/fixtures.ts';
import { newPerson, Script } from './tools/people.ts';

test.describe('hostile text', () => {
  test('in addresses never breaks the server', async ({ origin }) => {
    test.setTimeout(120_000);
    const script = new Script(origin);
    for (const text of naughty) {
      const encoded = encodeURIComponent(text.toWellFormed());
      const paths = [
        `${routes.apiTracks()}?count=${encoded}&fields=${encoded}&after=${encoded}`,
        `${routes.apiTracks()}?id=${encoded}&order1=${encoded}`,
        `/trackshow/${encoded}`,
        `/trackgbx/${encoded}?packid=${encoded}`,
        `${routes.login()}?returnTo=${encoded}`,
      ];
      const answers = await Promise.all(paths.map((path) => script.send(path)));
      for (const [at, { status }] of answers.entries()) expect(status, paths[at]).toBeLessThan(500);
    }
  });

  test('as a name is refused with a sentence, or stored without lone joiners and otherwise unchanged', async ({
    origin,
  }) => {
    test.setTimeout(120_000);
    for (const text of naughty) {
      const script = new Script(origin);
      const person = newPerson();
      const answer = await script.post(routes.register(), {
        Name: text.toWellFormed(),
        Email: person.email,
        Password: person.password,
      });
      expect(answer.status, text).toBeLessThan(500);
      if (answer.status >= 400) {
        expect(JSON.parse(answer.text).detail, text).toMatch(/\w.*\.$/s);
      } else {
        expect((await script.viewer()).User?.Name).toBe(
          withoutLoneJoiners(text.normalize('NFC').trim().replaceAll(/\s+/gu, ' ')),
        );
      }
    }
  });
});

/** Public collections of such texts are added if they are stored next to the project. */
function payloads<T>(file: string, read: (json: unknown) => T[]): T[] {
  const path = `../shared/payloads/${file}`;
  return existsSync(path) ? read(JSON.parse(readFileSync(path, 'utf8'))) : [];
}
const naughty = [
  '',
  ' ',
  'a'.repeat(5000),
  ...hostileTexts.programs,
  ...hostileTexts.letters,
  ...payloads('blns.json', (json) => z.array(z.string()).parse(json)),
];
