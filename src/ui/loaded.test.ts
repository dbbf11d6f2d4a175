import { globSync, readFileSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { loaded } from './loaded.ts';

test('code is loaded with a network only, so that the next use can request it', async () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  const load = vi.fn(async () => 'code');
  vi.stubGlobal('navigator', { onLine: false });
  await expect(loaded(load)).rejects.toThrow('no network');
  expect(load).not.toHaveBeenCalled();
  vi.stubGlobal('navigator', { onLine: true });
  expect(await loaded(load)).toBe('code');
});

/** What may stand before the loading of a module: `openWindow` loads with a network only, too. */
const guarded =
  /(?:\b(?:loaded|load)\(\(\) =>\s*|openWindow\(async \(\) => \(await |Promise\.all\(\[load\(\), )$/;

test('every script of a page loads code in this way', () => {
  const files = globSync('src/{ui,layouts,pages,features/**/ui}/**/*.{ts,tsx,astro}').filter(
    (file) => !/\.(test|e2e|dbtest)\.|\/server\//.test(file),
  );
  const imports = [...new Set(files)].flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    return [...text.matchAll(/(?<!typeof )\bimport\('/g)].map(({ index }) => ({
      file,
      before: text.slice(Math.max(0, index - 60), index),
    }));
  });
  expect(imports.length).toBeGreaterThan(15);
  expect(imports.filter(({ before }) => !guarded.test(before))).toEqual([]);
});
