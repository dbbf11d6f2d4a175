import { expect, test } from 'vitest';
import { directoryEntry, directoryEntryBytes, endOfZip, localHeader, localHeaderBytes } from './records.ts';

const entry = { name: 'ä.Gbx', sizeBytes: 5, modifiedAt: new Date('2026-11-23T10:20:30Z') };
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

test('a local header is the one of the format', () => {
  const header = localHeader(entry, 0x12345678);
  expect(header.length).toBe(localHeaderBytes(entry));
  expect(hex(header)).toBe(
    `504b0304${'1400'}${'0008'}${'0000'}${'8f52775d'}${'78563412'}${'05000000'}${'05000000'}${'0600'}${'0900'}` +
      `${Buffer.from('ä.Gbx').toString('hex')}${'5554'}${'0500'}${'01'}${hex(new Uint8Array(new Int32Array([entry.modifiedAt.getTime() / 1000]).buffer))}`,
  );
});

test.each([
  [0xfffffffe, 0],
  [0xffffffff, 12],
  [0x100000000, 12],
])('a file at %d needs %d more bytes in the directory', (offset, more) => {
  const bytes = directoryEntry(entry, 1, offset);
  expect(bytes.length).toBe(directoryEntryBytes(entry, offset));
  expect(bytes.length).toBe(46 + 6 + 9 + more);
  const view = new DataView(bytes.buffer);
  expect(view.getUint32(42, true)).toBe(more ? 0xffffffff : offset);
  if (more) expect(view.getBigUint64(bytes.length - 8, true)).toBe(BigInt(offset));
});

test.each([
  [0xfffe, 0xfffffffe, 10, 22],
  [0xffff, 10, 10, 98],
  [1, 0xffffffff, 10, 98],
  [1, 10, 0xffffffff, 98],
])(
  '%d entries behind %d bytes, in a directory of %d, end with %d bytes',
  (entries, offset, sizeBytes, length) => {
    const end = endOfZip({ entries, offset, sizeBytes });
    expect(end.length).toBe(length);
    const view = new DataView(end.buffer);
    if (length === 22) return expect(view.getUint16(10, true)).toBe(entries);
    expect(view.getUint32(0, true)).toBe(0x06064b50);
    expect(view.getBigUint64(32, true)).toBe(BigInt(entries));
    expect(view.getBigUint64(40, true)).toBe(BigInt(sizeBytes));
    expect(view.getBigUint64(48, true)).toBe(BigInt(offset));
    expect(view.getBigUint64(64, true)).toBe(BigInt(offset + sizeBytes));
  },
);

test.each([
  ['1979-12-31T23:59:59Z', 1980, 1, 1],
  ['1980-01-01T00:00:00Z', 1980, 1, 1],
  ['2107-12-31T23:59:58Z', 2107, 12, 31],
  ['2150-06-01T00:00:00Z', 2107, 6, 1],
])('%s is stored as a date of the format', (at, year, month, day) => {
  const date = new DataView(localHeader({ ...entry, modifiedAt: new Date(at) }, 0).buffer).getUint16(
    12,
    true,
  );
  expect([(date >> 9) + 1980, (date >> 5) & 15, date & 31]).toEqual([year, month, day]);
});

test('a file of 4 GiB is refused', () => {
  expect(() => localHeader({ ...entry, sizeBytes: 0xfffffffe }, 0)).not.toThrow();
  expect(() => localHeader({ ...entry, sizeBytes: 0xffffffff }, 0)).toThrow(RangeError);
});
