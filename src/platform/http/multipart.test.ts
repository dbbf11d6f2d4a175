import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { type FileRules, receiveMultipart } from './multipart.ts';
import type { HttpRequest } from './types.ts';

const boundary = 'cut-here';
const field = (name: string, value: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const file = (name: string, fileName: string, bytes: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${fileName}"\r\nContent-Type: application/octet-stream\r\n\r\n${bytes}\r\n`;
const end = `--${boundary}--\r\n`;

const requestOf = (body: Readable, type = `multipart/form-data; boundary=${boundary}`) =>
  ({ headers: { 'content-type': type }, body }) as unknown as HttpRequest; // all that is read of it
const form = (...parts: string[]) => requestOf(Readable.from([Buffer.from(parts.join('') + end)]));

function rules(change: Partial<FileRules<string>> = {}) {
  const discard = vi.fn(async () => {});
  const keep = async ({ stream }: { stream: Readable }) => (await buffer(stream)).toString();
  return { files: 2, fileBytes: 100, keep, discard, ...change };
}

test('fields and files arrive, names in UTF-8, empty file inputs left out', async () => {
  const received = await receiveMultipart(
    form(field('Name', 'é'), file('TrackFile', 'Tür.gbx', 'bytes'), file('Other', '', '')),
    rules(),
  );
  expect(received.fields.get('Name')).toBe('é');
  expect(received.files).toEqual([{ field: 'TrackFile', fileName: 'Tür.gbx', kept: 'bytes' }]);
});

test('a file over the limit is refused with its name, and what was kept is discarded', async () => {
  const own = rules();
  const received = receiveMultipart(form(file('A', 'a.gbx', 'ok'), file('B', 'b.gbx', 'x'.repeat(101))), own);
  await expect(received).rejects.toMatchObject({
    status: 413,
    message: 'b.gbx is too large.',
    extra: { field: 'B', file: 'b.gbx' },
  });
  expect(own.discard).toHaveBeenCalledWith('ok');
});

test('a file that cannot be kept refuses the form with the reason', async () => {
  const own = rules({
    keep: async () => {
      throw new Error('disk full');
    },
  });
  await expect(receiveMultipart(form(file('A', 'a.gbx', 'ok'), field('After', '1')), own)).rejects.toThrow(
    'disk full',
  );
});

test.each([
  ['too many files', form(...['a', 'b', 'c'].map((name) => file(name, name, name))), 413, 'At most 2 files'],
  ['a field without end', form(field('A', 'x'.repeat(70_000))), 413, 'The field A is too long.'],
  ['another type', requestOf(Readable.from([]), 'text/plain'), 415, 'multipart/form-data'],
  ['no boundary', requestOf(Readable.from([]), 'multipart/form-data'), 415, 'multipart/form-data'],
  ['a body cut short', requestOf(Readable.from([Buffer.from(file('A', 'a', 'b'))])), 400, 'damaged'],
])('%s is refused with a sentence', async (_, request, status, sentence) => {
  await expect(receiveMultipart(request, rules())).rejects.toMatchObject({
    status,
    message: expect.stringContaining(sentence),
  });
});

test('a client that leaves in the middle of a file leaves nothing behind', async () => {
  const body = new Readable({ read() {} });
  const own = rules();
  const received = receiveMultipart(requestOf(body), own);
  body.push(file('A', 'a.gbx', 'first'));
  body.push(file('B', 'b.gbx', 'half').slice(0, -3));
  setImmediate(() => body.destroy(new Error('gone')));
  await expect(received).rejects.toMatchObject({ status: 400 });
  expect(own.discard).toHaveBeenCalledWith('first');
});
