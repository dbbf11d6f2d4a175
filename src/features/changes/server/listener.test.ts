import { expect, test } from 'vitest';
import { Listener, mostUnread } from './listener.ts';

const listener = () => new Listener('127.0.0.1', { wants: () => true, userId: null, search: null }, 0);

test('a client that reads nothing is disconnected at a bound, and not before', () => {
  const slow = listener();
  slow.send('x'.repeat(mostUnread - 1));
  slow.send('y');
  expect([slow.hasEnded, slow.stream.readableLength]).toEqual([false, mostUnread]);
  slow.send('z');
  expect(slow.stream.destroyed).toBe(true);
  slow.send('nothing follows');
});

test('signs of life are not collected for a client that does not read', () => {
  const slow = listener();
  for (let n = 0; n < 1000; n++) slow.beat();
  expect(slow.stream.readableLength).toBeLessThan(10);
  slow.stream.read();
  slow.beat();
  expect(slow.stream.readableLength).toBeGreaterThan(0);
});

test('what is sent after the end is dropped, and the end may come twice', async () => {
  const stopped = listener();
  stopped.send('last words');
  stopped.end();
  stopped.send('too late');
  stopped.beat();
  stopped.end();
  expect(String((await stopped.stream.toArray()).join(''))).toBe('last words');
});

test('a client that catches up waits until it has read, or is gone', async () => {
  for (const go of ['read', 'leave'] as const) {
    const behind = listener();
    behind.send('x'.repeat(mostUnread));
    expect(behind.mustRead).toBe(true);
    let isOver = false;
    const waiting = behind.read().then(() => {
      isOver = true;
    });
    await new Promise(setImmediate);
    expect(isOver).toBe(false);
    if (go === 'read') behind.stream.resume();
    else behind.stream.destroy();
    await waiting;
    expect(behind.mustRead).toBe(false);
  }
});
