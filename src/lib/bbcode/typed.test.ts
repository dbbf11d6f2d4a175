import { expect, test } from 'vitest';
import { withoutFormatting } from './typed.ts';

test.each([
  ['[b][/b]', ''],
  ['[B]x[/B]', 'x'],
  ['[color=f00][size=7][i][u][s]x[/s][/u][/i][/size][/color]', 'x'],
  ['[color="f00"][align=center][center][list][/list][/center][/align][/color]', ''],
  ['[b', '[b'],
  ['[bold]x[/bold]', '[bold]x[/bold]'],
  ['[list][*][/list]', '[*]'],
  ['[img]https://example.org/a.png[/img]', '[img]https://example.org/a.png[/img]'],
  ['[url=https://example.org][/url]', '[url=https://example.org][/url]'],
  ['[user]7[/user][hr][tmx]', '[user]7[/user][hr][tmx]'],
  ['[quote][/quote][spoiler][/spoiler][code][/code]', '[quote][/quote][spoiler][/spoiler][code][/code]'],
  [':)', ':)'],
])('%s without formatting is "%s"', (text, rest) => expect(withoutFormatting(text)).toBe(rest));
