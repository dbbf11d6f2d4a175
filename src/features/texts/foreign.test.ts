import { expect, test } from 'vitest';
import { foreignPartsOf, namesForeignHost } from './foreign.ts';

const own = new Set(['tmnf.localhost', 'tmo.localhost']);

test.each([
  ['nothing', 'A fine track :) [b]really[/b]', []],
  ['a tag with text', '[url=https://a.example/x]look[/url]', ['link']],
  ['a tag around an address', '[url]www.a.example[/url]', ['link']],
  ['a host without a scheme', '[url=a.eu/x]look[/url]', ['link']],
  ['a bare address', 'see https://a.example/x.', ['link']],
  ['a bare address in capitals', 'see HTTPS://A.EXAMPLE', ['link']],
  ['a bare www', '(www.a.example)', ['link']],
  ['an address in a quote', '[quote=Ann]https://a.example[/quote]', ['link']],
  ['an address in a spoiler', '[spoiler]https://a.example[/spoiler]', ['link']],
  ['an address in a list', '[list][*]www.a.example[/list]', ['link']],
  ['an address in bold', '[b]https://a.example[/b]', ['link']],
  ['a video', '[youtube]dQw4w9WgXcQ[/youtube]', ['link']],
  ['a picture', '[img]https://a.example/p.png[/img]', ['picture']],
  [
    'a picture in a link',
    '[url=https://a.example][img]https://a.example/p.png[/img][/url]',
    ['link', 'picture'],
  ],
  ['an address that follows a word', 'https:/a.example and user@a.example', []],
  ['code', '[code]curl https://a.example[/code]', []],
  ['javascript', '[url=javascript:alert(1)]x[/url]', []],
  ['an empty link', '[url=]x[/url]', []],
  ['references', '[track]5[/track] [user]7[/user] [pack]9[/pack]', []],
  [
    'a page of an edition',
    'https://tmnf.localhost:4321/trackshow/5 and [url=http://TMO.localhost/x]y[/url]',
    [],
  ],
  ['a host that only begins like an edition', 'https://tmnf.localhost.example/', ['link']],
  ['a user name that looks like an edition', '[url=https://tmnf.localhost@a.example/]x[/url]', []],
])('%s: %j', (_, text, parts) => {
  expect(foreignPartsOf(text, own)).toEqual(parts);
});

test.each([
  ['Buy at www.a.example', true],
  ['https://a.example', true],
  ['Servers of tmnf.localhost', false],
  ['https://tmnf.localhost/', false],
  ['What about 3.5?', false],
])('the title %j', (title, isForeign) => {
  expect(namesForeignHost(title, own)).toBe(isForeign);
});

test.each([
  ['the same link', 'see https://a.example', 'now see https://a.example!', []],
  ['another page', 'see https://a.example', 'see https://a.example/b', ['link']],
  [
    'the address of a picture as a picture',
    'https://a.example/p.png',
    '[img]https://a.example/p.png[/img]',
    ['picture'],
  ],
])('a change to %s', (_, before, text, parts) => {
  expect(foreignPartsOf(text, own, before)).toEqual(parts);
});
