import { expect, test } from 'vitest';
import { ByteWriter } from '../tools/byte-writer.ts';
import { Reader } from './reader.ts';
import { Fault } from './refusal.ts';

const reader = (write: (w: ByteWriter) => void): Reader => {
  const w = new ByteWriter();
  write(w);
  return new Reader(w.done(), 'damaged-body');
};

test('a string longer than the rest is refused before it is read', () => {
  const r = reader((w) => {
    w.u32(0x7fff_ffff);
    w.rawText('abc');
  });
  expect(() => r.string()).toThrow(Fault);
});

test('a byte order mark is dropped', () => {
  expect(reader((w) => w.string('\ufeffName')).string()).toBe('Name');
});

test('bytes that are not UTF-8 are read as Windows-1252', () => {
  const r = reader((w) => {
    w.u32(4);
    w.raw(Uint8Array.of(0x63, 0x61, 0x66, 0xe9));
  });
  expect(r.string()).toBe('café');
});

test('an id may be new, known, a collection number, or none', () => {
  const r = reader((w) => {
    w.id('Stadium');
    w.id('alice');
    w.id('Stadium');
    w.u32(4);
    w.id('');
  });
  expect([r.id(), r.id(), r.id(), r.id(), r.id()]).toEqual(['Stadium', 'alice', 'Stadium', 'Bay', '']);
});

test.each([
  ['another version than 3', [2, 0xffff_ffff]],
  ['a reference to an id not met yet', [3, 0x4000_0001]],
  ['both top bits set', [3, 0xc000_0000]],
])('an id with %s is refused', (_what, numbers) => {
  const r = reader((w) => {
    for (const number of numbers) w.u32(number);
  });
  expect(() => r.id()).toThrow(Fault);
});

test('a count is compared with the bytes left and then with the limit', () => {
  const r = () =>
    reader((w) => {
      w.u32(10);
      w.zeros(40);
    });
  expect(r().count(4, 'things', 10)).toBe(10);
  expect(() => r().count(5, 'things', 100)).toThrow('damaged-body');
  expect(() => r().count(4, 'things', 9)).toThrow('over-limit');
});

test('reading past the end is refused', () => {
  const r = reader((w) => w.u16(1));
  expect(r.peekU32()).toBeNull();
  expect(() => r.u32()).toThrow(Fault);
});
