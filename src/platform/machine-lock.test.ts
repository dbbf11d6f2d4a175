import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { oneAtATime, takeAddress } from './machine-lock.ts';

const folder = mkdtempSync(join(tmpdir(), 'paddock-lock-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('runs for the same folder are sequential, even if one fails', async () => {
  const happened: string[] = [];
  const run = (name: string) => async () => {
    happened.push(`${name} begins`);
    await sleep(30);
    happened.push(`${name} ends`);
    if (name === 'one') throw new Error('one fails');
  };
  const results = await Promise.allSettled([
    oneAtATime('test', folder, run('one')),
    oneAtATime('test', folder, run('two')),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  expect(happened).toEqual(['one begins', 'one ends', 'two begins', 'two ends']);
});

test('the socket file of a killed process does not block the address', async () => {
  const address = join(folder, 'killed.sock');
  const program = `require('node:net').createServer().listen(${JSON.stringify(address)}, () => console.log('up'))`;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  const server = createServer();
  expect(await takeAddress(server, address)).toBe(false);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(existsSync(address)).toBe(true);
  expect(await takeAddress(server, address)).toBe(true);
  server.close();
});
