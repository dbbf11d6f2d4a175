import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { app } from '#app.ts';
import { no, yes } from '#lib/rules/verdict.ts';
import { tokenField } from '#platform/anti-forgery.ts';
import { Client } from '#testing/client.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb as newTestDb, type TestDb } from '#testing/db.ts';
import { endedByDeadlock } from '#testing/deadlock.ts';
import { action } from './action.ts';
import { maxFormBytes } from './form-body.ts';
import { signedOut } from './problem.ts';
import type { RouteTable } from './router.ts';

const done: string[] = [];
const note = action({
  touches: 'edition',
  input: z.object({ id: z.coerce.number().int(), Text: z.string().min(1, 'must not be empty') }),
  allow: async (_, { Text }) => (Text === 'forbidden' ? no('Not that one.') : yes),
  async run(tx, { id, Text }) {
    tx.onCommit(async () => void done.push(`${id} ${Text}`));
    if (Text === 'break') throw new Error('broken');
    return { Id: id };
  },
  next: ({ Id }) => `/note/${Id}`,
  form: '/note',
});

/** A write whose first transactions, `times` of them, end in a deadlock. */
function unlucky(times: number) {
  const step = endedByDeadlock(times);
  return action({
    touches: 'edition',
    input: z.object({}),
    allow: () => yes,
    async run(tx) {
      tx.onCommit(async () => void done.push(`unlucky ${times}`));
      await step(tx);
      return { Done: true };
    },
  });
}

const steps: string[] = [];
const twice = endedByDeadlock(1);
/** A write with slow work whose first transaction ends in a deadlock. */
const slow = action({
  touches: 'edition',
  input: z.object({ Text: z.string() }),
  allow(_, { Text }) {
    steps.push('rule');
    return Text === 'elsewhere'
      ? { ok: false, reason: 'Prove it.', answer: { status: 403, link: '/proof' } }
      : yes;
  },
  async prepare(ctx, { Text }) {
    steps.push('inTransaction' in ctx ? 'slow work in the transaction' : 'slow work');
    return Text.length;
  },
  async run(tx, length) {
    steps.push(`write ${length}`);
    await twice(tx);
    return {};
  },
  form: '/slow',
});

/** A write of users whose page visitors cannot see. */
const draft = action({
  touches: 'edition',
  input: z.object({ Text: z.string() }),
  allow: ({ viewer }) => (viewer.accountId === null ? no('Users only.') : yes),
  async run(tx, { Text }) {
    tx.onCommit(async () => void done.push(Text));
    return {};
  },
  next: () => '/drafts',
});

const table: RouteTable = {
  ...app.routes,
  'POST /note/:id': note,
  'POST /draft': draft,
  'POST /slow': slow,
  'POST /four': unlucky(4),
  'POST /five': unlucky(5),
};
let testDb: TestDb;
let client: Client;

beforeAll(async () => {
  testDb = await newTestDb();
  client = new Client(await testCtx({ db: testDb.db }), table);
});
afterAll(() => testDb.drop());

const browser = { accept: 'text/html' };

test('a write with its token succeeds; scripts get the output, browsers are redirected', async () => {
  const script = await client.post('/note/7', { Text: 'a' });
  expect([script.status, script.json()]).toEqual([200, { Id: 7 }]);
  const person = await client.post('/note/8', { Text: 'b' }, { headers: browser });
  expect([person.status, person.headers?.location]).toEqual([303, '/note/8']);
  expect(done.splice(0)).toEqual(['7 a', '8 b']);
});

test('the token may come as a header', async () => {
  const headers = { requestverificationtoken: await client.token() };
  expect((await client.post('/note/7', { Text: 'a' }, { token: null, headers })).status).toBe(200);
  expect(done.splice(0)).toEqual(['7 a']);
});

test('a missing, foreign or stale token is 400 with a Problem, and nothing happens', async () => {
  const stranger = new Client(client.ctx, table);
  const stale = await client.token();
  const tokens = { missing: null, foreign: await stranger.token(), nonsense: 'x', stale };
  client.ctx.clock.forward({ hours: 25 });
  for (const [name, token] of Object.entries(tokens)) {
    const answer = await client.post('/note/7', { Text: name }, { token });
    expect([name, answer.status, answer.problem?.field]).toEqual([name, 400, tokenField]);
  }
  expect(done).toEqual([]);
});

test('a refusal by the rule is 401 for a visitor', async () => {
  const answer = await client.post('/note/7', { Text: 'forbidden' });
  expect(answer.problem).toMatchObject({ status: 401, detail: signedOut });
});

let people = 0;
/** Someone registers, opens a form, signs out in another tab and sends it. */
async function signedOutWith(form: Record<string, string>, headers: Record<string, string> = browser) {
  const person = new Client(client.ctx, table);
  people += 1;
  const account = { Name: `writer ${people}`, Password: 'correct horse battery' };
  await person.post('/register', { ...account, Email: `writer${people}@example.com` });
  const token = await person.token();
  await person.post('/logout', {});
  return { person, account, token, answer: await person.post('/draft', form, { token, headers }) };
}

test('a form sent after its session ended comes back with all that was typed, and is sent by one more press', async () => {
  const { person, account, token, answer } = await signedOutWith({ Text: 'a long reply' });
  expect([answer.status, answer.page?.path, answer.page?.problem?.detail]).toEqual([400, '/404', signedOut]);
  expect([...(answer.page?.form?.values ?? [])]).toEqual([['Text', 'a long reply']]);
  expect(answer.page?.again).toEqual({ path: '/draft', sentToken: token });
  // before signing in, another press keeps everything
  const again = await person.post('/draft', { Text: 'a long reply' }, { token, headers: browser });
  expect(again.page?.again).toEqual({ path: '/draft', sentToken: token });
  await person.signIn(account); // in another tab
  const sent = await person.post('/draft', { Text: 'a long reply' }, { token, headers: browser });
  expect([sent.status, done.splice(0)]).toEqual([303, ['a long reply']]);
});

test('a user who sends an expired form of a page without refusals gets it back as well', async () => {
  const { person, account } = await signedOutWith({ Text: 'x' });
  await person.signIn(account);
  const token = await person.token();
  client.ctx.clock.forward({ hours: 25 });
  await person.signIn(account);
  const { status, page } = await person.post('/draft', { Text: 'kept' }, { token, headers: browser });
  expect([status, page?.form?.values.get('Text'), page?.again?.sentToken]).toEqual([400, 'kept', undefined]);
});

test.each<[string, Record<string, string>, Record<string, string>]>([
  ['to a program', { Text: 'x' }, { accept: 'application/json' }],
  ['with a password', { Text: 'x', Password: 'secret' }, browser],
  ['from another site', { Text: 'x' }, { ...browser, 'sec-fetch-site': 'cross-site' }],
])('a form that was not sent is not shown again %s', async (_, form, headers) => {
  const { answer } = await signedOutWith(form, headers);
  expect([answer.problem?.status, answer.page]).toEqual([400, undefined]);
});

test('a mistake names the field; a browser gets its form back with what was typed, without secrets', async () => {
  const script = await client.post('/note/7', { Text: '' });
  expect(script.problem).toMatchObject({ status: 400, field: 'Text', detail: 'Text: must not be empty.' });
  const typed = { Text: '', Other: 'typed', Password: 'secret' };
  const person = await client.post('/note/7', typed, { headers: browser });
  expect(person.status).toBe(400);
  expect(person.page?.path).toBe('/note');
  expect([...(person.page?.form?.values.keys() ?? [])]).toEqual(['Text', 'Other']);
});

test('a form that is too large to be read is refused without an empty form', async () => {
  const { problem, page } = await client.post(
    '/note/7',
    { Text: 'x'.repeat(maxFormBytes) },
    { headers: browser },
  );
  expect([problem?.status, page]).toEqual([413, undefined]);
});

test('a write that ends in a deadlock runs again, five times at most, and has its effects once', async () => {
  expect((await client.post('/four', {})).json()).toEqual({ Done: true });
  expect(done.splice(0)).toEqual(['unlucky 4']);
  await expect(client.post('/five', {})).rejects.toMatchObject({ reason: 'slow' });
  expect(done).toEqual([]);
});

test('a bug rolls back: no effect runs', async () => {
  await expect(client.post('/note/7', { Text: 'break' })).rejects.toThrow('broken');
  expect(done).toEqual([]);
});

test('slow work comes after the rule, once, outside the transaction that may run again', async () => {
  await client.post('/slow', { Text: 'four' });
  expect(steps.splice(0)).toEqual(['rule', 'slow work', 'write 4', 'write 4']);
});

test('a rule may state its answer: the same for visitors, and browsers are sent to its page', async () => {
  const { problem } = await client.post('/slow', { Text: 'elsewhere' });
  expect(problem).toMatchObject({ status: 403, detail: 'Prove it.', link: '/proof' });
  const reply = await client.post('/slow', { Text: 'elsewhere' }, { headers: browser });
  expect([reply.status, reply.headers?.location]).toEqual([303, '/proof']);
  expect(steps.splice(0)).toEqual(['rule', 'rule']);
});
