import { expect, test } from 'vitest';
import { Places } from './places.ts';

const refusal = (status: number) => expect.objectContaining({ status });

test('each person can occupy some of the places, and a place is released once', () => {
  const places = new Places({ most: 3, maxEach: 2 });
  const leave = places.take('ann');
  places.take('ann');
  expect(() => places.take('ann')).toThrow('2 zips are being sent to you at the moment.');
  expect(() => places.take('ann')).toThrow(refusal(429));
  const leaveBob = places.take('bob');
  expect(() => places.take('cy')).toThrow(refusal(503));
  leave();
  leave();
  leaveBob();
  places.take('ann');
  places.take('cy');
  expect(() => places.take('cy')).toThrow(refusal(503));
});
