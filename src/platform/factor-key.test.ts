import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { loadFactorKey } from './secrets.ts';

const root = await mkdtemp(join(tmpdir(), 'paddock-key-'));
afterAll(() => rm(root, { recursive: true, force: true }));

test('the key is created once, even by concurrent first starts, and readable only by its owner', async () => {
  const folder = join(root, 'data');
  const keys = await Promise.all(Array.from({ length: 5 }, () => loadFactorKey(folder)));
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^[\w-]{43}$/);
  expect(await loadFactorKey(folder)).toBe(keys[0]);
  expect(await readdir(folder)).toEqual(['factor-key']);
  expect((await readFile(join(folder, 'factor-key'), 'utf8')).trim()).toBe(keys[0]);
  if (process.platform !== 'win32') {
    expect((await stat(join(folder, 'factor-key'))).mode & 0o777).toBe(0o600);
  }
});

test.each(['', 'x'.repeat(42), 'x'.repeat(44), `${'x'.repeat(42)}!`])(
  'a damaged key %j stops the start',
  async (key) => {
    const folder = await mkdtemp(join(root, 'damaged-'));
    await writeFile(join(folder, 'factor-key'), key);
    await expect(loadFactorKey(folder)).rejects.toThrow('factor-key is damaged');
  },
);
