import { expect, test } from 'vitest';
import { Problem } from '#platform/http/problem.ts';
import type { HttpRequest } from '#platform/http/types.ts';
import { resultsReply } from './results.ts';

const problem = (status: number) => ({ Problem: new Problem(status, `A sentence about ${status}.`).body });
const fine = { TrackId: 1 };
const request = { headers: { accept: 'application/json' } } as unknown as HttpRequest; // nothing else is read for JSON
const statusOf = (results: Parameters<typeof resultsReply>[1]) =>
  resultsReply(
    { request, form: new URLSearchParams(), page: '/', next: () => '/', counted: () => '' },
    results,
  ).status;

test.each([
  ['one is fine', [problem(422), fine], 200],
  ['all are refused', [problem(422), problem(409)], 422],
  ['the server had no time for one', [problem(422), problem(503)], 503],
  ['the disk is full', [problem(503), problem(507)], 507],
])('a form of which %s', (_, results, status) => expect(statusOf(results)).toBe(status));
