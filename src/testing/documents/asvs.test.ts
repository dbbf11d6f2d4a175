import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/**
 * Levels of the requirements of OWASP ASVS 5.0.0, by section: the third character of '1.2' is the level of 1.2.3.
 * Counted from the published standard: 70 of level 1, 183 of level 2.
 */
const levels: Readonly<Record<string, string>> = {
  '1.1': '22',
  '1.2': '1111122223',
  '1.3': '112222222223',
  '1.4': '222',
  '1.5': '123',
  '2.1': '122',
  '2.2': '112',
  '2.3': '12223',
  '2.4': '23',
  '3.1': '3',
  '3.2': '113',
  '3.3': '12223',
  '3.4': '11222233',
  '3.5': '11122333',
  '3.6': '3',
  '3.7': '22333',
  '4.1': '12233',
  '4.2': '23333',
  '4.3': '22',
  '4.4': '1222',
  '5.1': '2',
  '5.2': '112333',
  '5.3': '113',
  '5.4': '222',
  '6.1': '122',
  '6.2': '111111112222',
  '6.3': '11223333',
  '6.4': '112233',
  '6.5': '22222333',
  '6.6': '2223',
  '6.7': '33',
  '6.8': '2222',
  '7.1': '222',
  '7.2': '1111',
  '7.3': '22',
  '7.4': '11222',
  '7.5': '223',
  '7.6': '22',
  '8.1': '1233',
  '8.2': '1123',
  '8.3': '133',
  '8.4': '23',
  '9.1': '111',
  '9.2': '1222',
  '10.1': '22',
  '10.2': '223',
  '10.3': '22223',
  '10.4': '1111122222233333',
  '10.5': '22222',
  '10.6': '22',
  '10.7': '222',
  '11.1': '2233',
  '11.2': '22233',
  '11.3': '11233',
  '11.4': '1222',
  '11.5': '23',
  '11.6': '23',
  '11.7': '33',
  '12.1': '12233',
  '12.2': '11',
  '12.3': '22223',
  '13.1': '2333',
  '13.2': '222223',
  '13.3': '2233',
  '13.4': '1222233',
  '14.1': '22',
  '14.2': '12223333',
  '14.3': '122',
  '15.1': '12233',
  '15.2': '12233',
  '15.3': '1222222',
  '15.4': '3333',
  '16.1': '2',
  '16.2': '22222',
  '16.3': '2222',
  '16.4': '222',
  '16.5': '2223',
  '17.1': '23',
  '17.2': '22223333',
  '17.3': '22',
};

const required = Object.entries(levels).flatMap(([section, digits]) =>
  [...digits]
    .map((level, index) => ({ id: `${section}.${index + 1}`, level }))
    .filter(({ level }) => level < '3'),
);

const text = readFileSync('src/decisions/security/ASVS.md', 'utf8');
const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| (\d) \| ([^|]+) \| ([^|]+) \| (.+) \|$/gm)].map(
  ([, id = '', level = '', about = '', status = '', where = '']) => ({ id, level, about, status, where }),
);

const count = (level: string, status: string) =>
  rows.filter((row) => row.level === level && row.status === status).length;

test('every requirement of levels 1 and 2 appears once, under its level', () => {
  expect(required).toHaveLength(70 + 183);
  expect(rows.map(({ id, level }) => ({ id, level }))).toEqual(required);
});

test('each is met, not applicable or not met, with evidence or a reason', () => {
  for (const { id, status, where } of rows) {
    expect(['met', 'n/a', 'not met'], id).toContain(status);
    expect(where.length, id).toBeGreaterThan(4);
  }
});

test('every file and command it names exists', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }; // npm's own format
  const paths = [...text.matchAll(/`((?:src|db|sites)\/[^`\s<>*]+)`/g)].map(([, path = '']) => path);
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  const commands = [...text.matchAll(/`npm run ([\w:]+)/g)].map(([, name = '']) => name);
  expect(commands.filter((name) => !(name in scripts))).toEqual([]);
});

test('level 1 is met completely, level 2 to 95 % of what applies', () => {
  expect(count('1', 'not met')).toBe(0);
  const [met, missed] = [count('2', 'met'), count('2', 'not met')];
  expect(met / (met + missed)).toBeGreaterThanOrEqual(0.95);
});

test('SECURITY.md contains the totals of the table', () => {
  const security = readFileSync('SECURITY.md', 'utf8');
  const total = (level: string) =>
    `| ${level} | ${count(level, 'met')} | ${count(level, 'n/a')} | ${count(level, 'not met')} |`;
  for (const level of ['1', '2']) expect(security).toContain(total(level));
});
