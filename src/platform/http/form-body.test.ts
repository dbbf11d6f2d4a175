import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { formFields, maxFormBytes, maxFormFields, readForm } from './form-body.ts';
import type { HttpRequest } from './types.ts';

const requestOf = (text: string, headers: HttpRequest['headers'] = {}) =>
  ({
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: Readable.from([Buffer.from(text)]),
  }) as unknown as HttpRequest; // the only parts that are read

const fields = (count: number) => Array.from({ length: count }, (_, n) => `f${n}=${n}`).join('&');

test('a form may repeat names, and an empty body is an empty form', async () => {
  expect(formFields(await readForm(requestOf('a=1&b=%C3%A9&a=2&a=3')))).toEqual({
    a: ['1', '2', '3'],
    b: 'é',
  });
  const empty = { headers: {}, body: Readable.from([]) } as unknown as HttpRequest; // as above
  expect([...(await readForm(empty))]).toEqual([]);
});

test('fields are read by their names in any letter case; of two spellings the exact one counts', async () => {
  const form = await readForm(requestOf('reporttype=4&SUBJECTID=7&of=a&Of=b&tag=1&Tag=2'));
  expect([form.get('reportType'), form.get('subjectId'), form.get('other')]).toEqual(['4', '7', null]);
  expect([form.get('of'), form.get('Of'), form.has('OF'), form.has('o')]).toEqual(['a', 'b', true, false]);
  expect(form.getAll('Tag')).toEqual(['2']);
});

test.each([
  [
    'fields',
    fields(maxFormFields),
    fields(maxFormFields + 1),
    `The form has more than ${maxFormFields} fields.`,
  ],
  ['empty fields', '&'.repeat(maxFormFields - 1), '&'.repeat(maxFormFields), 'more than'],
  [
    'a name',
    `${'n'.repeat(200)}=1`,
    `${'n'.repeat(201)}=1`,
    `longer than 200 characters: “${'n'.repeat(40)}…”.`,
  ],
  [
    'bytes',
    `a=${'x'.repeat(maxFormBytes - 2)}`,
    `a=${'x'.repeat(maxFormBytes - 1)}`,
    'The form is larger than 1 MiB.',
  ],
])('%s: at the limit is accepted, one more is 413 with a sentence', async (_, fits, exceeds, sentence) => {
  await readForm(requestOf(fits));
  await expect(readForm(requestOf(exceeds))).rejects.toMatchObject({
    status: 413,
    message: expect.stringContaining(sentence),
  });
});

test('a form that grows too large leaves its connection open for the refusal', async () => {
  const request = requestOf('');
  const body = new Readable({ read() {} });
  body.push(Buffer.alloc(maxFormBytes + 1, 'x'));
  await expect(readForm({ ...request, body })).rejects.toMatchObject({ status: 413 });
  expect(body.destroyed).toBe(false);
});

test('fields are read in one pass', () => {
  class OnePass extends URLSearchParams {
    override get = () => expect.unreachable('a field was looked up, which searches the whole form');
    override getAll = this.get;
  }
  expect(formFields(new OnePass('a=1&b=2&a=3'))).toEqual({ a: ['1', '3'], b: '2' });
});

test('a field may have any name', () => {
  const read = formFields(new URLSearchParams('__proto__=1&constructor=2'));
  expect(Object.entries(read)).toEqual([
    ['__proto__', '1'],
    ['constructor', '2'],
  ]);
});
