import { expect, test } from 'vitest';
import { formsOf } from './forms.ts';
import { normaliseHtml } from './normalise.ts';

const bodyOf = (html: string) => {
  const lines = normaliseHtml(html).split('\n');
  return lines.slice(lines.indexOf('<body>') + 1, lines.indexOf('</body>'));
};

test('each tag and each text has a line, and only spaces that are seen are kept', () => {
  expect(bodyOf('<p>  By <a href="/b"\n class="a">Ann</a> <b>and</b><i>\n Bob</i></p>\n\n<p>End')).toEqual([
    ...[
      '<p>',
      'By␣',
      '<a class="a" href="/b">',
      'Ann',
      '</a>',
      '␣',
      '<b>',
      'and',
      '</b>',
      '<i>',
      'Bob',
      '</i>',
      '</p>',
    ],
    ...['<p>', 'End', '</p>'],
  ]);
  expect(bodyOf('<pre> a\n  b</pre>')).toEqual(['<pre>', ' a', '  b', '</pre>']);
});

test('two builds and two requests of a page look the same', () => {
  const page = (id: string, salt: string, file: string, props: string) =>
    bodyOf(
      `<astro-island uid="${salt}" component-url="/_astro/${file}.${salt}.js" props='${props}'><label for="${id}">One<!-- -->, two</label><input id="${id}">
       <input type="hidden" value="tp52yd.aaaaaaaa${salt}.${'b'.repeat(43)}.account"><img src="/_astro/mark.ab${salt}cd.svg"></astro-island>`,
    );
  const first = page('Pp1-0', 'aB1-', 'Old.island', '{"a":[0,1],"b":[0,2]}');
  expect(page('Pp7-2', 'Zz9_', 'New.island', '{"b":[0,2],"a":[0,1]}')).toEqual(first);
  expect(first).toContain('One, two');
  expect(page('Pp1-0', 'aB1-', 'Old.island', '{"a":[0,1],"b":[0,3]}')).not.toEqual(first);
});

test('a form keeps what it hides and chooses, and every field in which one writes gets the text', () => {
  const html = `<form method="post" action="/thing/12"><input type="hidden" name="Key" value="k"><input name="Name" value="Ann">
    <textarea name="Text">Old</textarea><input type="checkbox" name="Mark" checked><select name="Kind"><option value="1"><option value="2" selected></select>
    <button name="Do" value="save"></button><button name="Do" value="end"></button></form><form method="post"><button name="Out"></button></form>`;
  const [form, ...others] = formsOf(html, '/page');
  expect(others).toEqual([]);
  expect(form?.kind).toBe('/thing/N Key Name Text Mark Kind Do');
  expect(String(form?.filledWith('x'))).toBe('Key=k&Name=x&Text=x&Kind=2&Do=save');
});
