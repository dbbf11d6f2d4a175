import { expect, test } from 'vitest';
import { maxAboutCharacters, maxTitleCharacters, profileSettings } from './profile-settings.ts';

const problemOf = (sent: object) => profileSettings.safeParse(sent).error?.issues[0]?.message ?? null;

test.each([
  ['nothing', {}, null],
  ['removed', { About: '', Title: '', Address: '' }, null],
  ['a text at the limit', { About: 'ä'.repeat(maxAboutCharacters) }, null],
  ['one character more', { About: 'ä'.repeat(maxAboutCharacters + 1) }, 'max. 4000 characters long.'],
  ['a title at the limit', { Title: '🏁'.repeat(maxTitleCharacters) }, null],
  ['a longer title', { Title: 'x'.repeat(maxTitleCharacters + 1) }, 'Use at most 30 characters.'],
  ['an ordinary title', { Title: 'PM for Duo :)' }, null],
  ['a role', { Title: 'Moderator' }, 'A title can’t look like a role.'],
  ['a role with a space', { Title: 'Site  Leader!' }, 'A title can’t look like a role.'],
  ['a role in other letters', { Title: 'Аdmіn' }, 'A title can’t look like a role.'],
  [
    'an invisible character',
    { Title: 'x\u200by' },
    'A title cannot contain the invisible character U+200B (zero width space).',
  ],
  ['an address', { Address: ' Spam-er ' }, null],
  ['a reserved address', { Address: 'Trackshow' }, 'This address is reserved.'],
])('%s', (_, sent, problem) => expect(problemOf(sent)).toBe(problem));

test('addresses are stored in lower case', () => {
  expect(profileSettings.parse({ Address: ' Spam-er ' }).Address).toBe('spam-er');
});
