import { expect, test } from 'vitest';
import { Problem } from '#platform/http/problem.ts';
import { ClientLeft, FairLane, type LaneSender } from './fair-lane.ts';

const refusal = () => new Problem(503, 'Too much is waiting.', { retryAfterSeconds: 5 });

/** A lane whose work ends when the test says so. */
function staged(options: { width?: number; waiting?: number } = {}) {
  const lane = new FairLane({ width: 1, waiting: 100, refusal, ...options });
  const running: { name: string; end(): void }[] = [];
  const order: string[] = [];
  const refused: string[] = [];
  const send = (name: string, sender: LaneSender = { client: name[0] ?? '' }) =>
    lane
      .run(sender, async () => {
        order.push(name);
        const gate = Promise.withResolvers<void>();
        running.push({ name, end: gate.resolve });
        await gate.promise;
      })
      .catch((error: unknown) => {
        refused.push(error instanceof ClientLeft ? `${name} left` : name);
      });
  const settle = async () => {
    for (let i = 0; i < 10; i++) await Promise.resolve();
  };
  /** Ends the oldest running work, and so on until nothing runs. */
  const drain = async (most = 1000) => {
    await settle();
    for (let ended = 0; ended < most && running.length > 0; ended++) {
      running.shift()?.end();
      await settle();
    }
  };
  return { send, drain, settle, order, refused, running };
}

const many = (client: string, count: number) => Array.from({ length: count }, (_, i) => `${client}${i + 1}`);

test.each([
  ['one client keeps its order', ['a1', 'a2', 'a3'], 'a1 a2 a3'],
  ['a second client waits for what is running only', ['a1', 'a2', 'a3', 'b1'], 'a1 b1 a2 a3'],
  ['two clients take turns', ['a1', 'a2', 'a3', 'b1', 'b2', 'b3'], 'a1 b1 a2 b2 a3 b3'],
  ['the client that has sent least comes first', ['a1', 'a2', 'a3', 'b1', 'c1', 'c2'], 'a1 b1 c1 a2 c2 a3'],
])('%s', async (_, sent, order) => {
  const { send, drain, order: begun } = staged();
  for (const name of sent) void send(name);
  await drain();
  expect(begun.join(' ')).toBe(order);
});

test('31 pieces of one client delay another one by one piece, however long they have waited', async () => {
  const { send, drain, order } = staged();
  for (const name of many('a', 31)) void send(name);
  await drain(10);
  void send('b1');
  await drain();
  expect(order.indexOf('b1')).toBe(11);
});

test('clients that send one piece after the other do not starve one that waits', async () => {
  const { send, drain, order } = staged();
  void send('a1');
  void send('a2');
  for (let round = 0; round < 20; round++) {
    void send(`b${round}`);
    void send(`c${round}`);
    await drain(1);
  }
  expect(order.indexOf('a2')).toBeLessThan(6);
});

test('new clients without end do not starve one that waits', async () => {
  const { send, drain, order } = staged();
  void send('a1');
  void send('a2');
  for (let client = 0; client < 40; client++) {
    void send(`n${client}`, { client: `new ${client}` });
    void send(`m${client}`, { client: `other ${client}` });
    await drain(1);
  }
  expect(order).toContain('a2');
});

test.each([
  ['one below the limit', 9, []],
  ['at the limit', 10, []],
  ['one above the limit', 11, ['a12']],
])('%s: of %i waiting pieces of one client these are refused', async (_, waiting, expected) => {
  const { send, settle, refused } = staged({ waiting: 10 });
  for (const name of many('a', waiting + 1)) void send(name); // one runs
  await settle();
  expect(refused).toEqual(expected);
});

test('in a full lane the client with most waiting is refused, its newest piece first', async () => {
  const { send, settle, drain, refused, order } = staged({ waiting: 10 });
  for (const name of many('a', 11)) void send(name);
  void send('b1');
  void send('b2');
  await settle();
  expect(refused).toEqual(['a11', 'a10']);
  void send('a12');
  await settle();
  expect(refused).toEqual(['a11', 'a10', 'a12']);
  await drain();
  expect(order.slice(0, 3)).toEqual(['a1', 'b1', 'a2']);
  expect(order).toContain('b2');
});

test('of clients with equally much, the one that comes last is refused', async () => {
  const { send, settle, refused } = staged({ waiting: 4 });
  for (const name of ['x', 'a1', 'a2', 'b1', 'b2', 'c1', 'c2']) void send(name);
  await settle();
  expect(refused).toEqual(['a2', 'c2']); // with its second piece, c would have as much as b
});

test('the places of the lane are all used, and never more', async () => {
  const { send, settle, drain, running, order } = staged({ width: 3 });
  for (const name of many('a', 7)) void send(name);
  await settle();
  expect(running).toHaveLength(3);
  await drain(1);
  expect(running).toHaveLength(3);
  await drain();
  expect(order).toHaveLength(7);
});

test('a client that leaves takes its waiting work with it; what runs ends as usual', async () => {
  const { send, settle, drain, order, refused } = staged();
  const a = new AbortController();
  const sender = { client: 'a', signal: a.signal };
  for (const name of many('a', 3)) void send(name, sender);
  void send('b1');
  await settle();
  a.abort();
  void send('a4', sender);
  await drain();
  expect(refused.sort()).toEqual(['a2 left', 'a3 left', 'a4 left']);
  expect(order).toEqual(['a1', 'b1']);
});

test('work that left makes room for other work', async () => {
  const { send, settle, refused } = staged({ waiting: 2 });
  const a = new AbortController();
  for (const name of many('a', 3)) void send(name, { client: 'a', signal: a.signal });
  await settle();
  a.abort();
  for (const name of ['b1', 'b2']) void send(name);
  await settle();
  expect(refused).toEqual(['a2 left', 'a3 left']);
});

test('background work waits for clients, but not for ever', async () => {
  const { send, drain, order } = staged();
  for (const name of many('a', 20)) void send(name);
  void send('job 1', { client: null });
  void send('job 2', { client: null });
  await drain();
  expect(order.indexOf('job 1')).toBe(7);
  expect(order.indexOf('job 2')).toBe(15);
  expect(order).toHaveLength(22);
});

test('background work takes no room from clients', async () => {
  const { send, settle, refused } = staged({ waiting: 2 });
  for (const name of ['job 1', 'job 2', 'job 3', 'job 4']) void send(name, { client: null });
  await settle();
  expect(refused).toEqual(['job 4']);
  for (const name of ['a1', 'a2', 'a3']) void send(name);
  await settle();
  expect(refused).toEqual(['job 4', 'a3']);
});

test('a failure frees its place', async () => {
  const lane = new FairLane({ width: 1, waiting: 1, refusal });
  await expect(lane.run({ client: 'a' }, () => Promise.reject(new Error('damaged')))).rejects.toThrow(
    'damaged',
  );
  expect(await lane.run({ client: 'a' }, async () => 'again')).toBe('again');
});
