import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { existingPictures, type PictureEntry } from '#features/tracks/pictures/pictures.ts';
import { kindProblem, mayTryAgain, moved, positionText, withoutName } from './picture-list.ts';
import { ScreenshotPicker } from './ScreenshotPicker.tsx';

const three = existingPictures(
  7,
  ['a.png', 'b.png', 'c.png'].map((fileName) => ({ fileName, fileSize: 2048 })),
);
const render = (pictures: readonly PictureEntry[], disabled = false) =>
  renderToString(
    <ScreenshotPicker
      pictures={pictures}
      onChange={() => {}}
      fileName="x.Challenge.Gbx"
      disabled={disabled}
    />,
  );

test('without pictures the input says that no file is selected', () => {
  const html = render([]);
  expect(html).toContain('(no file selected)');
  expect(html).toContain('aria-label="Screenshots of x.Challenge.Gbx"');
  expect(html).toContain('accept=".png,.jpeg,.jpg,.bmp,.webp"');
});

test('the first is the cover, and every picture has its buttons', () => {
  const html = render(three);
  expect(html.match(/>Cover</g)?.length).toBe(1);
  for (const name of ['a.png', 'b.png', 'c.png']) {
    for (const words of ['Move earlier:', 'Move later:', 'Make the cover:', 'Remove'])
      expect(html).toContain(`aria-label="${words} ${name}"`);
  }
});

test('an uploading picture shows that, a failed one can be retried', () => {
  const [first] = three;
  if (!first) throw new Error('three has one');
  const html = render([
    { ...first, IsStaging: true },
    { ...first, Id: 'other', Message: 'Couldn’t reach the server. Try again.' },
  ]);
  expect(html).toContain('aria-label="Sending a.png"');
  expect(html).toContain('Couldn’t reach the server');
  expect(html).toContain('>Try again</button>');
});

test('a form that is being sent cannot be changed', () => {
  expect(render(three, true)).toMatch(/<fieldset[^>]*\bdisabled\b/);
});

test.each([
  [0, 'c a b'],
  [1, 'a c b'],
  [-5, 'c a b'],
  [9, 'a b c'],
])('the third moved to %i', (place, order) => {
  const names = moved(three, 'existing 3', place).map(({ FileName }) => FileName.slice(0, 1));
  expect(names.join(' ')).toBe(order);
});

test('the position of a picture is announced', () => {
  expect(positionText(three, 'existing 1')).toBe('Moved a.png to position 1 of 3, the cover.');
  expect(positionText(three, 'existing 3')).toBe('Moved c.png to position 3 of 3.');
  expect(positionText(three, 'gone')).toBe('');
});

test.each([
  ['image/png', true],
  ['image/bmp', true],
  ['', true],
  ['image/gif', false],
  ['image/svg+xml', false],
  ['text/html', false],
])('%s is accepted: %s', (type, ok) => {
  expect(kindProblem(type) === null).toBe(ok);
});

test.each([
  [0, true],
  [503, true],
  [429, true],
  [422, false],
  [413, false],
])('after status %i it can be retried: %s', (status, may) => {
  expect(mayTryAgain({ status, title: '', detail: '', type: '' })).toBe(may);
});

test('a reason is shown without the file name', () => {
  expect(withoutName('a.png: Too tiny.', 'a.png')).toBe('Too tiny.');
  expect(withoutName('Sign in first.', 'a.png')).toBe('Sign in first.');
});
