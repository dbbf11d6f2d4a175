import { expect, test } from 'vitest';
import { dependencyRows } from './dependencies.ts';

const mod = 'Skins\\Stadium\\Mod\\Night Race.zip';

test('a mod is named without folder and extension, and linked to its locator', () => {
  const rows = dependencyRows({ mod, music: null, dependencies: [{ file: mod, url: 'http://a.eu/n.zip' }] });
  expect(rows).toEqual([{ label: 'Mod', name: 'Night Race', url: 'http://a.eu/n.zip' }]);
});

test('without a locator there is no link', () => {
  expect(dependencyRows({ mod, music: null, dependencies: [] })).toEqual([
    { label: 'Mod', name: 'Night Race', url: null },
  ]);
});

test('an address other than http never becomes a link', () => {
  const dependencies = [{ file: 'MediaTracker\\Images\\sign.jpg', url: 'javascript:alert(1)' }];
  expect(dependencyRows({ mod: null, music: null, dependencies })).toEqual([
    { label: 'File', name: 'sign', url: null },
  ]);
});

test('music and files after a mod keep their order', () => {
  const dependencies = [
    { file: mod, url: null },
    { file: 'sign.dds', url: null },
  ];
  expect(dependencyRows({ mod, music: 'Musics\\a.ogg', dependencies }).map((row) => row.label)).toEqual([
    'Mod',
    'Music',
    'File',
  ]);
});
