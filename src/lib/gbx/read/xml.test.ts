import { expect, test } from 'vitest';
import { numberOf, readTags, statedNumber } from './xml.ts';

const attributes = (xml: string): Record<string, string>[] =>
  readTags(xml).map((tag) => Object.fromEntries(tag.attributes));

test('tags and attributes are read in order', () => {
  expect(readTags('<a x="1"><b y="2" /></a>').map(({ name }) => name)).toEqual(['a', 'b']);
  expect(attributes('<a x="1" z=""><b y="2" /></a>')).toEqual([{ x: '1', z: '' }, { y: '2' }]);
});

test('the five entities of XML are decoded and no other', () => {
  expect(attributes('<a x="&lt;b&gt; &amp;&quot;&apos; &bomb;"/>')).toEqual([{ x: '<b> &"\' &bomb;' }]);
});

test.each([
  ['nothing', ''],
  ['no tag', 'x < 3 > y'],
  ['a value without end', '<a x="1'],
  ['a document type', '<!DOCTYPE a [<!ENTITY b "c">]>'],
])('%s gives no attribute', (_what, xml) => {
  expect(attributes(xml).filter((found) => Object.keys(found).length > 0)).toEqual([]);
});

test('a hundred thousand open tags take no time', () => {
  const from = process.threadCpuUsage();
  readTags('<a b="'.repeat(100_000));
  readTags('<a '.repeat(100_000));
  const { user, system } = process.threadCpuUsage(from);
  expect((user + system) / 1000, 'ms of processor time').toBeLessThan(1000);
});

test('a stated number distinguishes none, absent and invalid', () => {
  const [tag] = readTags('<t a="12" b="-1" c="1.5" d=""/>');
  expect(['a', 'b', 'c', 'd', 'e'].map((key) => statedNumber(tag, key))).toEqual([
    12,
    null,
    '1.5',
    '',
    undefined,
  ]);
});

test('numbers are whole and not negative', () => {
  const [tag] = readTags('<t a="12" b="-1" c="1.5" d="12345678901"/>');
  expect(['a', 'b', 'c', 'd', 'e'].map((key) => numberOf(tag, key))).toEqual([12, null, null, null, null]);
});
