import { expect, test } from 'vitest';
import { drawnManiaLink } from './draw.ts';
import { readManiaLink } from './schema.ts';

const page = (elements: string, timeout = '<timeout>60</timeout>') =>
  `<?xml version="1.0" encoding="utf-8"?>\n<manialink>${timeout}${elements}</manialink>`;
const label = (more: string, text = 'a') => `<label posn="0 0 1" sizen="10 4" text="${text}" ${more}/>`;

test('a page that follows the rules is read, with places from the upper left corner', () => {
  const [placed] = readManiaLink(page(label('halign="center" valign="center" textsize="2"', '$f00A$$')));
  expect(placed).toMatchObject({ left: 59, top: 46, width: 10, height: 4, depth: 1 });
});

test.each([
  ['an element of HTML', '<div posn="0 0 0"/>', 'an element that the game knows'],
  ['no size', '<quad posn="0 0 0" bgcolor="000F"/>', 'it needs sizen'],
  ['an unknown attribute', label('onclick="x"'), 'no attribute onclick'],
  ['a colour of the web', label('textcolor="#fff"'), 'textcolor is written'],
  ['two places', label('url="http://a/" manialink="http://a/"'), 'leads to one place'],
  ['an address that the game cannot read', label('manialink="https://a.example/x"'), 'manialink is written'],
  ['a link in a name', label('', '$l[http://evil.example]a'), 'no link in a text'],
  ['a line break', label('', 'a&#10;b'), 'text is written'],
  ['something beside the screen', '<quad posn="60 0 0" sizen="10 4" bgcolor="000F"/>', 'on the screen'],
  [
    'a picture that is no JPEG',
    '<quad posn="0 0 0" sizen="1 1" image="http://a/b.webp"/>',
    'image is written',
  ],
  ['neither colour nor picture', '<quad posn="0 0 0" sizen="1 1"/>', 'a colour or a picture'],
  ['text between elements', 'hello', 'text is in labels'],
])('%s is refused', (_, elements, rule) => {
  expect(() => readManiaLink(page(elements))).toThrow(rule);
});

test('the game is told how long it may keep a page', () => {
  expect(() => readManiaLink(page(label(''), ''))).toThrow('it begins with a timeout');
});

test('a drawing contains the texts where they are', () => {
  expect(drawnManiaLink(page(label('halign="right"', '&lt;b&gt;')))).toMatch(
    /text-anchor="end" x="640".*&lt;b&gt;/,
  );
});
