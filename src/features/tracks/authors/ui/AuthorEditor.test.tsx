import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { AuthorEditor } from './AuthorEditor.tsx';

const authors = [
  { userId: 2, name: 'Marnou', role: 'Scenery', isPending: false },
  { userId: 3, name: 'mizu', role: '', isPending: true },
];
const html = renderToString(<AuthorEditor authors={authors} uploaderName="Wojtek" onChange={() => {}} />);

test('the uploader is first and has no remove button', () => {
  expect(html.indexOf('Wojtek')).toBeLessThan(html.indexOf('Marnou'));
  expect(html).not.toContain('Remove Wojtek');
  expect(html).toContain('Remove Marnou');
});

test('every author but the uploader and the first of the others can be moved up', () => {
  const moves = [...html.matchAll(/aria-label="Move ([^"]+) up" aria-disabled="(true|false)"/g)];
  expect(moves.map(([, name, isDisabled]) => [name, isDisabled])).toEqual([
    ['Marnou', 'true'],
    ['mizu', 'false'],
  ]);
});

test('each author has a label', () => {
  for (const label of ['Uploader', 'Co-Author', 'Pending']) expect(html).toContain(`>${label}</span>`);
});

test('roles are labelled with the author and accept 100 characters', () => {
  expect(html).toContain('aria-label="Role of mizu"');
  expect(html.match(/maxlength="100"/g)?.length).toBe(3); // two roles and the name
});

test('the box is a combobox with an initially closed list', () => {
  expect(html).toMatch(/role="combobox"[^>]*aria-expanded="false"/);
  expect(html).toContain('role="listbox"');
});
