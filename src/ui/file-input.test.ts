import { globSync, readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { startFileNames } from './file-names.ts';

afterEach(() => vi.unstubAllGlobals());

/** File inputs that show no name: inside `noscript`, and one that opens its files at once. */
const withoutName = [
  'src/features/tracks/upload/ui/PlainEntry.astro',
  'src/features/replays/viewer/ui/ReplayViewer.island.tsx',
];

test('every file input shows the name of the chosen file, or that none is selected', () => {
  const files = globSync('src/**/*.{astro,tsx}', { exclude: (name) => name.includes('.test.') });
  const withInput = files.filter((file) => /type="file"/.test(readFileSync(file, 'utf8')));
  expect(withInput.length).toBeGreaterThan(4);
  const silent = withInput.filter(
    (file) => !/file__name[^>]*>\{chosenLabel\(/.test(readFileSync(file, 'utf8')),
  );
  expect(silent.toSorted()).toEqual(withoutName.toSorted());
});

/** A file input of a plain form and the text next to it. */
function plainInput(names: readonly string[]) {
  const label = {
    text: '',
    replaceChildren(text: string) {
      this.text = text;
    },
  };
  const listeners = new Map<string, () => void>();
  vi.stubGlobal('Element', Object);
  vi.stubGlobal('HTMLInputElement', Object);
  const input = {
    files: names.map((name) => ({ name })),
    form: null,
    parentElement: { querySelectorAll: () => [label] },
    addEventListener: (event: string, act: () => void) => listeners.set(event, act),
  };
  vi.stubGlobal('document', { querySelectorAll: () => [input] });
  startFileNames();
  const choose = (...chosen: string[]) => {
    input.files = chosen.map((name) => ({ name }));
    listeners.get('change')?.();
  };
  return { label, choose };
}

test.each([
  [[], '(no file selected)'],
  [['A.Challenge.Gbx'], 'A.Challenge.Gbx'],
  [['A.Gbx', 'B.Gbx'], '2 files chosen'],
])('with %j chosen the text is %s', (names, expected) => {
  const { label, choose } = plainInput([]);
  choose(...names);
  expect(label.text).toBe(expected);
});

test('a file that was chosen before the script ran, or that the browser restored, is named', () => {
  expect(plainInput(['early.Gbx']).label.text).toBe('early.Gbx');
});
