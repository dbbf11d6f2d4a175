import { expect, test } from 'vitest';
import type { Ctx } from '#platform/context.ts';
import type { HttpRequest } from '#platform/http/types.ts';
import { securityTxtEndpoint } from './security-txt.ts';

const request = { origin: 'https://tmnf.example.org' } as HttpRequest;
const ctxWith = (securityContact: string | null) =>
  ({ settings: { securityContact }, clock: { now: () => new Date('2026-01-01T00:00:00Z') } }) as Ctx;

test('the contact, valid for less than a year', async () => {
  const reply = await securityTxtEndpoint.handle(ctxWith('mailto:security@example.org'), request, {});
  expect(reply.headers?.['content-type']).toBe('text/plain; charset=utf-8');
  expect(reply.body).toBe(
    'Contact: mailto:security@example.org\n' +
      'Expires: 2026-06-30T00:00:00.000Z\n' +
      'Preferred-Languages: en\n' +
      'Canonical: https://tmnf.example.org/.well-known/security.txt\n',
  );
});

test('without a contact there is no such file', async () => {
  const requested = securityTxtEndpoint.handle(ctxWith(null), request, {});
  await expect(requested).rejects.toMatchObject({ status: 404 });
});
