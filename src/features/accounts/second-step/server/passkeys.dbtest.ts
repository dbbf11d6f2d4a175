import { expect, test } from 'vitest';
import type { ViewerAnswer } from '#features/accounts/forms.ts';
import { Authenticator } from '#testing/authenticator.ts';
import type { Client } from '#testing/client.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { addPasskey, atSecondStep, newcomer, originOf, password } from '#testing/factors.ts';
import { factorsOf } from './factors.ts';
import { maxPasskeys } from './passkeys.ts';

const { db } = await testDb();
type Settings = Parameters<typeof testCtx>[0]['settings'];

/** A user with a passkey, and the authenticator that contains it. */
async function withPasskey(settings?: Settings) {
  const person = await newcomer(await testCtx({ db, site: 'tmnf', settings }));
  const authenticator = new Authenticator();
  const recoveryCodes = await addPasskey(person.client, authenticator);
  return { ...person, authenticator, recoveryCodes };
}

const optionsFor = async (client: Client) => {
  const answer = await client.post('/login/second/options', {});
  expect(answer.problem).toBeUndefined();
  return answer.json<object>();
};
const send = (client: Client, Passkey: string) => client.post('/login/second', { Passkey });
const refused = { status: 422, field: 'Passkey' };

test('a new passkey comes with recovery codes and can sign in', async () => {
  const { client, Name, authenticator, recoveryCodes } = await withPasskey();
  expect(recoveryCodes).toHaveLength(10);
  const other = await atSecondStep(client, Name);
  const options = await optionsFor(other);
  expect(options).toMatchObject({
    rpId: 'tmnf.localhost',
    allowCredentials: [{ id: authenticator.credentialId, transports: ['internal'] }],
  });
  const answer = await send(other, authenticator.get(options, originOf(other)));
  expect(answer.json<ViewerAnswer>().User?.Name).toBe(Name);
  expect((await other.viewer()).session).toMatchObject({ hasFactor: true });
});

test('a challenge is valid once, even if its response was refused', async () => {
  const { client, Name, authenticator } = await withPasskey();
  const other = await atSecondStep(client, Name);
  const options = await optionsFor(other);
  expect((await send(other, authenticator.get(options, 'http://evil.example'))).problem).toMatchObject(
    refused,
  );
  expect((await send(other, authenticator.get(options, originOf(other)))).problem).toMatchObject(refused);
  const fresh = authenticator.get(await optionsFor(other), originOf(other));
  expect((await send(other, fresh)).status).toBe(200);
  const third = await atSecondStep(client, Name);
  expect((await send(third, fresh)).problem).toMatchObject(refused);
});

test.each([
  [-1, undefined],
  [0, 422],
  [1, 422],
])('%i seconds after its five minutes a challenge is answered with %s', async (seconds, status) => {
  const { client } = await newcomer(await testCtx({ db, site: 'tmnf' }));
  const options = (await client.post('/account/passkeys/options', {})).json<object>();
  client.ctx.clock.forward({ minutes: 5, seconds });
  const Passkey = new Authenticator().create(options, originOf(client));
  expect((await client.post('/account/passkeys', { Passkey })).problem?.status).toBe(status);
});

test('a challenge is valid for its own sign-in only', async () => {
  const { client, Name, authenticator } = await withPasskey();
  const [one, two] = [await atSecondStep(client, Name), await atSecondStep(client, Name)];
  const options = await optionsFor(one);
  expect((await send(two, authenticator.get(options, originOf(two)))).problem).toMatchObject(refused);
  expect((await send(one, authenticator.get(options, originOf(one)))).status).toBe(200);
});

test('a challenge for adding cannot be used for signing in, nor the other way round', async () => {
  const { client, Name, authenticator } = await withPasskey();
  const adding = (await client.post('/account/passkeys/options', {})).json<{ rp: { id: string } }>();
  const other = await atSecondStep(client, Name);
  const turned = authenticator.get({ ...adding, rpId: adding.rp.id }, originOf(other));
  expect((await send(other, turned)).problem).toMatchObject(refused);
});

test('a counter that does not increase is refused: the authenticator was copied', async () => {
  const { client, Name, authenticator } = await withPasskey();
  const useWith = async (counter: number) => {
    const other = await atSecondStep(client, Name);
    authenticator.counter = counter;
    return (await send(other, authenticator.get(await optionsFor(other), originOf(other)))).problem?.status;
  };
  expect(await useWith(10)).toBeUndefined();
  expect(await useWith(9)).toBe(422);
  expect(await useWith(10)).toBe(422);
  expect(await useWith(11)).toBeUndefined();
});

test('a passkey without a counter works repeatedly', async () => {
  const person = await newcomer(await testCtx({ db, site: 'tmnf' }));
  const authenticator = new Authenticator();
  authenticator.counter = 0;
  await addPasskey(person.client, authenticator);
  for (let round = 0; round < 2; round++) {
    authenticator.counter = 0;
    const other = await atSecondStep(person.client, person.Name);
    expect((await send(other, authenticator.get(await optionsFor(other), originOf(other)))).status).toBe(200);
  }
});

test('the passkey of another user, or an unknown one, is refused', async () => {
  const ann = await withPasskey();
  const bob = await withPasskey();
  const other = await atSecondStep(ann.client, ann.Name);
  for (const { get, credentialId } of [bob.authenticator, new Authenticator()].map((authenticator) => ({
    get: authenticator.get.bind(authenticator),
    credentialId: authenticator.credentialId,
  }))) {
    const sent = get(await optionsFor(other), originOf(other));
    expect((await send(other, sent)).problem).toMatchObject(refused);
    const named = sent.replaceAll(credentialId, ann.authenticator.credentialId);
    expect((await send(other, named)).problem).toMatchObject(refused);
  }
  expect((await ann.client.viewer()).name).toBe(ann.Name);
});

test.each(['', '{}', 'null', '[]', '{"id":1}', 'x'.repeat(50_000), '{"__proto__":{"id":"x"}}'])(
  'the response %.20s is refused like any other invalid one',
  async (Passkey) => {
    const { client } = await newcomer(await testCtx({ db, site: 'tmnf' }));
    await client.post('/account/passkeys/options', {});
    expect((await client.post('/account/passkeys', { Passkey })).problem).toMatchObject(refused);
  },
);

test('a response longer than that of any browser is a 400', async () => {
  const { client } = await newcomer(await testCtx({ db, site: 'tmnf' }));
  const answer = await client.post('/account/passkeys', { Passkey: 'x'.repeat(50_001) });
  expect(answer.problem).toMatchObject({ status: 400, field: 'Passkey' });
});

test('a passkey can be added once, to one account', async () => {
  const { client, authenticator } = await withPasskey();
  const bob = await newcomer(client.ctx);
  for (const person of [client, bob.client]) {
    const options = (await person.post('/account/passkeys/options', {})).json<object>();
    const Passkey = authenticator.create(options, originOf(person));
    expect((await person.post('/account/passkeys', { Passkey })).problem?.status).toBe(409);
  }
});

test('on another edition its passkey is not offered, but a recovery code works', async () => {
  const { client, Name, authenticator, recoveryCodes } = await withPasskey();
  const other = await atSecondStep(client, Name, 'tmo');
  const answer = await other.post('/login', { Name, Password: password });
  expect(answer.json<ViewerAnswer>().SecondStep).toEqual({ Code: false, Passkey: false, RecoveryCode: true });
  expect((await other.post('/login/second/options', {})).problem).toMatchObject(refused);
  const here = await atSecondStep(client, Name);
  const stolen = authenticator.get(await optionsFor(here), originOf(here));
  expect((await send(other, stolen)).problem).toMatchObject(refused);
  expect((await other.post('/login/second', { Code: recoveryCodes[0] ?? '' })).status).toBe(200);
  await addPasskey(other, new Authenticator());
  const next = await atSecondStep(client, Name, 'tmo');
  expect(await optionsFor(next)).toMatchObject({ rpId: 'tmo.localhost' });
});

test('at an alias under another name no passkey can be created', async () => {
  const ctx = await testCtx({ db, site: 'tmnf' });
  const { client } = await newcomer({ ...ctx, settings: { ...ctx.settings, passkeyDomain: 'example.org' } });
  expect((await client.post('/account/passkeys/options', {})).problem).toMatchObject(refused);
});

test(`an account has at most ${maxPasskeys} passkeys`, async () => {
  const { client, accountId } = await withPasskey();
  const [one] = await factorsOf(client.ctx, accountId);
  if (!one) throw new Error('the passkey was added above');
  const { factor_id: _, ...copy } = one;
  const more = (count: number) =>
    db
      .insertInto('account_factor')
      .values(
        Array.from({ length: count }, (_, index) => ({ ...copy, credential_id: `copy${count}x${index}` })),
      )
      .execute();
  await more(maxPasskeys - 2);
  await addPasskey(client, new Authenticator());
  expect((await client.post('/account/passkeys/options', {})).problem?.status).toBe(422);
});
