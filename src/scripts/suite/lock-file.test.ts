import { expect, test } from 'vitest';
import { lockFileComplaints } from './lock-file.ts';

const lock = (packages: object) => JSON.stringify({ packages });

test('a complete lock file and exact versions pass', () => {
  const packages = {
    '': { optionalDependencies: { a: '1.0.0' } },
    'node_modules/a': { optionalDependencies: { b: '1', c: '1' } },
    'node_modules/a/node_modules/b': {},
    'node_modules/c': {},
  };
  expect(lockFileComplaints(lock(packages), '{"dependencies":{"a":"1.0.0-beta.1"}}')).toEqual([]);
});

test('an optional dependency without its entry is reported', () => {
  const packages = {
    'node_modules/a': { optionalDependencies: { b: '1' } },
    'node_modules/d/node_modules/b': {},
  };
  expect(lockFileComplaints(lock(packages), '{}')).toEqual([
    'package-lock.json: node_modules/a wants b, which has no entry: npm ci would fail',
  ]);
});

test('a registry address is reported', () => {
  const packages = { 'node_modules/a': { resolved: 'https://example.org/a.tgz' } };
  expect(lockFileComplaints(lock(packages), '{}').join()).toMatch(
    /node_modules\/a holds a "resolved" address/,
  );
});

test('a version range is reported', () => {
  expect(lockFileComplaints(lock({}), '{"devDependencies":{"a":"^1.0.0"}}')).toEqual([
    'package.json: devDependencies.a is "^1.0.0"; pin an exact version',
  ]);
});

test('a package under another name is pinned as well', () => {
  const complaints = (version: string) =>
    lockFileComplaints(lock({}), JSON.stringify({ devDependencies: { a: version } }));
  expect(complaints('npm:b@7.0.2')).toEqual([]);
  expect(complaints('npm:@c/b@7.0.2')).toEqual([]);
  expect(complaints('npm:b@^7.0.2')).toHaveLength(1);
});
