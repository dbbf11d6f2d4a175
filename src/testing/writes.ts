import { app } from '#app.ts';
import type { Level } from '#lib/codes/level.ts';
import { tokenHeader } from '#platform/anti-forgery.ts';
import { Client } from './client.ts';
import type { TestCtx } from './ctx.ts';
import { asMember } from './tracks.ts';
import { Uploader } from './uploader.ts';

/** Sends a write as one user or as a visitor. */
export type Writer = (method: string, path: string, fields?: Record<string, string>) => Promise<number>;

/** Returns a function that sends a write with a valid token and returns its status. */
export function writerOf(person: Uploader): Writer {
  return async (method, path, fields = {}) =>
    (await person.ask(method, path, { form: new URLSearchParams(fields) })).status;
}

/** A new signed-in user with a level. */
export const newPerson = async (world: TestCtx, level?: Level) => Uploader.of(await asMember(world, level));

/** A visitor with a visitor's token. */
export function visitorOf(world: TestCtx): Writer {
  const client = new Client(world, app.routes);
  return async (method, path, fields = {}) => {
    const token = await client.token();
    return (await client.send(method, path, { form: { ...fields, __RequestVerificationToken: token } }))
      .status;
  };
}

/** The statuses of a write with another user's token and without one. */
export async function withWrongTokens(
  world: TestCtx,
  person: Uploader,
  method: string,
  path: string,
  fields: Record<string, string> = {},
): Promise<number[]> {
  const foreign = (await newPerson(world)).tokenHeader()[tokenHeader] ?? '';
  const ask = (token: string | null) =>
    person.ask(method, path, { form: new URLSearchParams(fields), token });
  return [(await ask(foreign)).status, (await ask(null)).status];
}
