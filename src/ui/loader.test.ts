import { globSync, readFileSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { loader } from './loader.ts';

test('code that has not arrived is requested with a network only, and works without one afterwards', async () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  const load = vi.fn(async () => 'code');
  const use = loader(load);
  vi.stubGlobal('navigator', { onLine: false });
  await expect(use()).rejects.toThrow('no network');
  expect(load).not.toHaveBeenCalled();
  vi.stubGlobal('navigator', { onLine: true });
  load.mockRejectedValueOnce(new Error('away'));
  await expect(use()).rejects.toThrow('away');
  expect(await use()).toBe('code');
  vi.stubGlobal('navigator', { onLine: false });
  expect(await use()).toBe('code');
});

test('every script of a page loads code by a loader', () => {
  const files = globSync('src/{ui,layouts,pages,features/**/ui}/**/*.{ts,tsx,astro}').filter(
    (file) => !/\.(test|e2e|dbtest)\.|\/server\//.test(file),
  );
  const imports = [...new Set(files)].flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    return [...text.matchAll(/(?<!typeof )\bimport\('/g)].map(({ index }) => ({
      file,
      before: text.slice(Math.max(0, index - 40), index),
    }));
  });
  expect(imports.length).toBeGreaterThan(15);
  expect(imports.filter(({ before }) => !/= loader\(\(\) =>\s*$/.test(before))).toEqual([]);
});
