import { expect, test } from 'vitest';
import { NO_NAMES } from '#lib/bbcode/references.ts';
import { excerpt } from './excerpt.ts';

const names = { ...NO_NAMES, track: new Map([[7, 'A01']]) };
const smile = { kind: 'smiley', code: ':)', stem: 'smile' };

test.each([
  ['[b]Good[/b] morning', '', [{ pieces: ['Good morning'] }]],
  ['Good morning :)', '', [{ pieces: ['Good morning ', smile] }]],
  ['like [track]7[/track]', '', [{ pieces: ['like A01'] }]],
  ['the [spoiler=End]butler[/spoiler] did it', 'butler', [{ pieces: ['the [End] did it'] }]],
  ['a volcano :) and Lava', 'LAVA -x', [{ pieces: ['a volcano ', smile, ' and '] }, { hit: 'Lava' }]],
  ['lavas and lava', 'lava or x', [{ pieces: ['lavas and '] }, { hit: 'lava' }]],
  ['', 'x', []],
])('of %j with the words %j', (source, query, parts) => {
  expect(excerpt(source, query, names)).toEqual(parts);
});

test('a long text begins before the first word', () => {
  const [first] = excerpt(`${'word '.repeat(100)}lava ${'word '.repeat(100)}`, 'lava', names);
  expect(first).toEqual({ pieces: [expect.stringMatching(/^… word (?:word ){10,20}$/)] });
});
