import pg from 'pg';
import { expect, test } from 'vitest';
import { explained } from './explain-failure.ts';
import { DatabaseUnavailable } from './unavailable.ts';

function fromServer(code: string): Error {
  const error = new pg.DatabaseError('x', 1, 'error');
  error.code = code;
  return error;
}

test.each([
  ['57P01', 'unreachable'],
  ['57P03', 'unreachable'],
  ['53300', 'unreachable'],
  ['08006', 'unreachable'],
  ['25P03', 'unreachable'],
  ['57014', 'slow'],
  ['40P01', 'slow'],
  ['53100', 'full'],
])('SQLSTATE %s means %s', (code, reason) => {
  expect(explained(fromServer(code))).toMatchObject({ name: 'DatabaseUnavailable', reason });
});

test.each(['23505', '42P01', '22003', '25P02'])('SQLSTATE %s is thrown unchanged', (code) => {
  const error = fromServer(code);
  expect(explained(error)).toBe(error);
});

test.each([
  ['Connection terminated unexpectedly', 'unreachable'],
  ['Client has encountered a connection error and is not queryable', 'unreachable'],
  ['Client was closed and is not queryable', 'unreachable'],
  ['Query read timeout', 'slow'],
])('"%s" means %s', (message, reason) => {
  expect(explained(new Error(message))).toMatchObject({ name: 'DatabaseUnavailable', reason });
});

test('a refused connection means unreachable; a bug stays a bug', () => {
  expect(explained(Object.assign(new Error('x'), { code: 'ECONNREFUSED' }))).toBeInstanceOf(
    DatabaseUnavailable,
  );
  const bug = new TypeError('x is not a function');
  expect(explained(bug)).toBe(bug);
  const known = new DatabaseUnavailable('full', 'x');
  expect(explained(known)).toBe(known);
});
