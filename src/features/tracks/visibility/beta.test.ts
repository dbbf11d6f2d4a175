import { expect, test } from 'vitest';
import { dayMs } from '#lib/codes/durations.ts';
import { betaStep } from './beta.ts';

const now = new Date('2026-11-24T12:00:00Z');
const ago = (days: number, ms = 0) => new Date(now.getTime() - days * dayMs - ms);

test.each([
  ['one below the warning', ago(83, -1), null, 'nothing'],
  ['at the warning', ago(83), null, 'warn'],
  ['above the warning', ago(83, 1), null, 'warn'],
  ['warned', ago(84), ago(1), 'nothing'],
  ['one below the end', ago(90, -1), ago(7), 'nothing'],
  ['at the end', ago(90), ago(7), 'hide'],
  ['above the end', ago(90, 1), ago(7, 1), 'hide'],
  ['long idle, never warned', ago(400), null, 'warn'],
  ['long idle, warned one below seven days ago', ago(400), ago(7, -1), 'nothing'],
  ['long idle, warned seven days ago', ago(400), ago(7), 'hide'],
  ['warned before the last change', ago(84), ago(100), 'warn'],
] as const)('%s', (_, changedAt, warnedAt, step) =>
  expect(betaStep({ changedAt, warnedAt }, now)).toBe(step),
);
