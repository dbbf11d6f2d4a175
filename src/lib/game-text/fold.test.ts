import { expect, test } from 'vitest';
import { foldForSearch, foldLetters } from './fold.ts';

test.each([
  ['$f00Tempest', 'tempest'],
  ['  Été   à\tParis ', 'ete a paris'],
  ['ＦＵＬＬ ｓｐｅｅｄ', 'full speed'],
  ['Тrаскmаniа', 'trackmania'],
  ['ΛRTΞMIS', 'artemis'],
  ['Straße Łódź Ærø', 'strasse lodz aero'],
  ['𝕾𝖕𝖊𝖊𝖉', 'speed'],
  ['ᴍɪɴɪ', 'mini'],
  ['l33t 04', 'l33t 04'],
  ['İstanbul', 'istanbul'],
  ['in\u200Bvisi\u00ADble', 'invisible'],
  ['한국 東京', '한국 東京'],
  ['cash $$100', 'cash $100'],
  ['ﬁnish', 'finish'],
  ['Don’t “stop” – «now» „please“', 'don\'t "stop" - "now" "please"'],
])('%j is searched as %j', (name, key) => {
  expect(foldForSearch(name)).toBe(key);
});

test('a dollar typed by a user is only a dollar', () => {
  expect(foldLetters('$1.00')).toBe('$1.00');
});

test('folding twice changes nothing, for every code point', () => {
  const changing: string[] = [];
  for (let point = 0; point <= 0x1ffff; point++) {
    if (point >= 0xd800 && point <= 0xdfff) continue;
    const once = foldLetters(`a${String.fromCodePoint(point)}b`);
    if (foldLetters(once) !== once) changing.push(point.toString(16));
  }
  expect(changing).toEqual([]);
});
