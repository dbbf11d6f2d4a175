import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { type FormLimits, type FormRules, receiveMultipart } from './multipart.ts';
import { badRequest } from './problem.ts';
import type { HttpRequest } from './types.ts';

// megabytes in small pieces, on a machine that may be busy
vi.setConfig({ testTimeout: 60_000 });

const boundary = 'cut-here';
const field = (name: string, value: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const file = (name: string, fileName: string, bytes: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${fileName}"\r\nContent-Type: application/octet-stream\r\n\r\n${bytes}\r\n`;
const end = `--${boundary}--\r\n`;

const requestOf = (body: Readable, headers: HttpRequest['headers'] = {}) =>
  ({
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, ...headers },
    body,
  }) as unknown as HttpRequest; // the only parts that are read
const form = (...parts: string[]) => requestOf(Readable.from([Buffer.from(parts.join('') + end)]));

interface Change extends Partial<Omit<FormRules<string>, 'limits'>> {
  limits?: Partial<FormLimits>;
}
function rules({ limits, ...change }: Change = {}) {
  return {
    limits: {
      files: 2,
      fileBytes: 100,
      fields: 5,
      fieldBytes: 1000,
      textBytes: 2000,
      formBytes: 5000,
      ...limits,
    },
    fields: new URLSearchParams(),
    readsOn: false,
    admit: vi.fn(async () => {}),
    keep: vi.fn(async ({ fileName, stream }: { fileName: string; stream: Readable }) => {
      const bytes = (await buffer(stream)).toString();
      if (bytes.length > 100) throw new Error(`${fileName} is too large`);
      return bytes;
    }),
    discard: vi.fn(async () => {}),
    ...change,
  };
}

test('fields and files are received, names in UTF-8, without empty file inputs', async () => {
  const own = rules();
  const received = await receiveMultipart(
    form(field('Name', 'é'), file('TrackFile', 'Tür.gbx', 'bytes'), file('Other', '', '')),
    own,
  );
  expect(own.fields.get('Name')).toBe('é');
  expect(received.files).toEqual([{ field: 'TrackFile', fileName: 'Tür.gbx', stored: 'bytes' }]);
});

test('a file that cannot be stored causes the form to be refused with the reason, and stored files are discarded', async () => {
  const own = rules();
  const sent = form(file('A', 'a.gbx', 'ok'), file('B', 'b.gbx', 'x'.repeat(101)), field('After', '1'));
  await expect(receiveMultipart(sent, own)).rejects.toThrow('b.gbx is too large');
  expect(vi.mocked(own.discard).mock.calls).toEqual([['ok']]);
});

test('a file is cut one byte beyond its limit, and the fields after it are read', async () => {
  const seen: number[] = [];
  const own = rules({
    limits: { files: 4 },
    keep: async ({ stream }) => {
      seen.push((await buffer(stream)).length);
      return 'stored';
    },
  });
  const sizes = [99, 100, 101, 2000];
  const parts = sizes.map((size) => file('A', `${size}.gbx`, 'x'.repeat(size)));
  await receiveMultipart(form(...parts, field('After', '1')), own);
  expect(seen).toEqual([99, 100, 101, 101]);
  expect(own.fields.get('After')).toBe('1');
});

const repeated = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, n) => make(n));
const cases: [limit: string, fits: string[], exceeds: string[], refusal: string][] = [
  [
    'files',
    repeated(2, (n) => file(`${n}`, 'a', 'a')),
    repeated(3, (n) => file(`${n}`, 'a', 'a')),
    'At most 2 files are accepted at once.',
  ],
  [
    'fields',
    repeated(5, (n) => field(`${n}`, 'a')),
    repeated(6, (n) => field(`${n}`, 'a')),
    'The form has more than 5 fields.',
  ],
  [
    'fields, with the maximum number of files',
    [...repeated(2, (n) => file(`${n}`, 'a', 'a')), ...repeated(5, (n) => field(`${n}`, 'a'))],
    [...repeated(2, (n) => file(`${n}`, 'a', 'a')), ...repeated(6, (n) => field(`${n}`, 'a'))],
    'The form has more than 5 fields.',
  ],
  [
    'one field',
    [field('A', 'x'.repeat(1000))],
    [field('A', 'x'.repeat(1001))],
    'The field A is too long: at most 1000 bytes are accepted.',
  ],
  [
    'all fields',
    [field('A', 'x'.repeat(999)), field('B', 'x'.repeat(999))],
    [field('A', 'x'.repeat(999)), field('B', 'x'.repeat(1000))],
    'The fields of the form are larger than 2000 bytes together.',
  ],
  ['a name', [field('n'.repeat(200), 'x')], [field('n'.repeat(201), 'x')], 'longer than 200 characters'],
];

test.each(cases)('%s: at the limit is accepted, one more is 413', async (_, fits, exceeds, refusal) => {
  await receiveMultipart(form(...fits), rules());
  const own = rules();
  await expect(receiveMultipart(form(...exceeds), own)).rejects.toMatchObject({
    status: 413,
    message: expect.stringContaining(refusal),
  });
  expect(own.discard).toHaveBeenCalledTimes(vi.mocked(own.keep).mock.calls.length);
});

test('the form as a whole has a limit, whether or not its length is announced', async () => {
  const parts = file('A', 'a', 'x'.repeat(3000));
  const size = Buffer.byteLength(parts + end);
  const keep = async ({ stream }: { stream: Readable }) => String((await buffer(stream)).length);
  await receiveMultipart(form(parts), rules({ keep, limits: { formBytes: size } }));
  const over = rules({ keep, limits: { formBytes: size - 1 } });
  const refusal = {
    status: 413,
    message: `The form is larger than ${size - 1} bytes: send fewer files at once.`,
  };
  await expect(receiveMultipart(form(parts), over)).rejects.toMatchObject(refusal);
  const unread = new Readable({ read: () => expect.unreachable('the body was read') });
  const announced = requestOf(unread, { 'content-length': String(size) });
  await expect(receiveMultipart(announced, over)).rejects.toMatchObject(refusal);
});

test.each([
  [
    'another type',
    requestOf(Readable.from([]), { 'content-type': 'text/plain' }),
    415,
    'multipart/form-data',
  ],
  [
    'no boundary',
    requestOf(Readable.from([]), { 'content-type': 'multipart/form-data' }),
    415,
    'multipart/form-data',
  ],
  ['a body cut short', requestOf(Readable.from([Buffer.from(file('A', 'a', 'b'))])), 400, 'damaged'],
  ['a file whose name contains NUL', form(file('A', 'a\0b', 'x')), 400, 'damaged'],
  ['a file in a field whose name contains NUL', form(file('A\0', 'a', 'x')), 400, 'damaged'],
  ['a field whose name contains NUL', form(field('A\0', 'x')), 400, 'damaged'],
])('%s is refused with a sentence', async (_, request, status, sentence) => {
  await expect(receiveMultipart(request, rules())).rejects.toMatchObject({
    status,
    message: expect.stringContaining(sentence),
  });
});

test('a part without a valid header is ignored', async () => {
  const own = rules();
  await receiveMultipart(form(field('A', '1'), `--${boundary}\r\n\0: x\r\n\r\n\r\n`, field('B', '2')), own);
  expect(String(own.fields)).toBe('A=1&B=2');
});

test('if a client disconnects in the middle of a file, nothing stays behind', async () => {
  const body = new Readable({ read() {} });
  const own = rules();
  const received = receiveMultipart(requestOf(body), own);
  body.push(file('A', 'a.gbx', 'first'));
  body.push(file('B', 'b.gbx', 'half').slice(0, -3));
  setImmediate(() => body.destroy(new Error('gone')));
  await expect(received).rejects.toMatchObject({ status: 400 });
  expect(vi.mocked(own.discard).mock.calls).toEqual([['first']]);
});

const refusedAdmission = () => rules({ admit: async () => Promise.reject(badRequest('Not you.')) });

test('no file is read before the form is admitted on the basis of the fields before it', async () => {
  const seen: string[] = [];
  const own = rules({
    admit: async () => {
      seen.push(`admitted with ${own.fields}`);
      await wait(5);
      seen.push('open');
    },
    keep: async ({ fileName, stream }) => {
      seen.push(fileName);
      return String(await buffer(stream));
    },
  });
  await receiveMultipart(
    form(field('Token', 't'), file('A', 'a', '1'), field('B', '2'), file('C', 'c', '3')),
    own,
  );
  expect(seen[0]).toMatch(/^admitted with Token=t/);
  expect(seen.slice(1)).toEqual(['open', 'a', 'c']);
});

test('a refused form stores no file and is not read any further, unless its page needs the fields', async () => {
  const parts = [field('Before', '1'), file('A', 'a', 'x'.repeat(50)), field('After', '2'), end];
  const body = () =>
    Readable.from(
      (function* () {
        for (const part of parts) {
          yield Buffer.from(part);
        }
      })(),
      { highWaterMark: 1 },
    );
  for (const readsOn of [false, true]) {
    const own = { ...refusedAdmission(), readsOn };
    await expect(receiveMultipart(requestOf(body()), own)).rejects.toThrow('Not you.');
    expect(own.keep).not.toHaveBeenCalled();
    expect(String(own.fields)).toBe(readsOn ? 'Before=1&After=2' : 'Before=1');
  }
});

test('a form without files is admitted at its end', async () => {
  const own = rules();
  await receiveMultipart(form(field('A', '1'), file('Empty', '', '')), own);
  expect(vi.mocked(own.admit).mock.calls).toEqual([['end']]);
  await expect(receiveMultipart(form(field('A', '1')), refusedAdmission())).rejects.toThrow('Not you.');
});

// Sizes around the limit of a file, the buffer of a stream and the chunks of a socket.
const large = 1024 * 1024;
const sizes = [64 * 1024, large, large + 64 * 1024, large + 2 * 64 * 1024].flatMap((size) => [
  size - 1,
  size,
  size + 1,
]);

test.each([
  ['in one piece', 8 * large],
  ['in chunks of a socket', 64 * 1024],
  ['slowly', 10_000],
])('storage that stops reading at its limit never blocks the form: sent %s', async (_, chunkBytes) => {
  for (const size of [...sizes, large + 60_000]) {
    const bytes = Buffer.from(
      file('A', 'a', 'x'.repeat(size)) + file('B', 'b', 'good') + field('After', '1') + end,
    );
    const chunks = Array.from({ length: Math.ceil(bytes.length / chunkBytes) }, (_part, n) =>
      bytes.subarray(n * chunkBytes, (n + 1) * chunkBytes),
    );
    const own = rules({
      limits: { fileBytes: 2 * large, formBytes: 8 * large },
      keep: async ({ fileName, stream }) => {
        let total = 0;
        for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
          total += chunk.length;
          if (total > large) break;
        }
        await wait(1); // about as long as removing a temporary file takes; the stream may end meanwhile
        return `${fileName} ${total > large ? 'too large' : total}`;
      },
    });
    const { files } = await receiveMultipart(requestOf(Readable.from(chunks)), own);
    expect(files.map(({ stored }) => stored)).toEqual([size > large ? 'a too large' : `a ${size}`, 'b 4']);
    expect(own.fields.get('After')).toBe('1');
  }
});
