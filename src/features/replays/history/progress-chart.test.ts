import { expect, test } from 'vitest';
import { type ChartRecord, progressChart } from './progress-chart.ts';

const day = (n: number) => new Date(Date.UTC(2012, 0, n));
const record = (n: number, ReplayTime: number, more: Partial<ChartRecord> = {}): ChartRecord => ({
  at: day(n),
  ReplayTime,
  ReplayScore: 0,
  ReplayRespawns: 0,
  IsSecret: false,
  ...more,
});
const secret = (n: number) => record(n, 0, { IsSecret: true });
const [race, platform, stunts] = [0, 2, 3];

test('without a record there is nothing to draw', () => {
  expect(progressChart(race, [], day(9), null)).toBeNull();
});

test('each record is a step, the last one lasts until the end', () => {
  const chart = progressChart(race, [record(1, 70_000), record(3, 60_000)], day(5), null);
  const { left, right, top, bottom } = chart?.plot ?? { left: 0, right: 0, top: 0, bottom: 0 };
  const middle = (left + right) / 2;
  expect(chart?.line).toBe(`M${left} ${top}H${middle}M${middle} ${top}V${bottom}H${right}`);
  expect(chart?.secretLine).toBe('');
  expect(chart?.dots).toEqual([
    { x: left, y: top, label: '1', isSecret: false },
    { x: middle, y: bottom, label: '2', isSecret: false },
  ]);
  expect(chart?.yTicks.map(({ text }) => text)).toEqual(['01:00.00', '01:03.33', '01:06.66', '01:10.00']);
  expect(chart?.xTicks.map(({ text }) => text)).toEqual([
    '2012-01-01',
    '2012-01-02',
    '2012-01-03',
    '2012-01-05',
  ]);
});

const hours = (n: number) => new Date(Date.UTC(2012, 0, 1, n));
const ticksUntil = (end: Date) =>
  progressChart(race, [record(1, 70_000)], end, null)?.xTicks.map(({ text }) => text);

test.each([
  [
    'a chart of hours names its date once, and then times',
    hours(3),
    ['2012-01-01', '01:00', '02:00', '03:00'],
  ],
  ['a chart of two days names each once', hours(36), ['2012-01-01', '12:00', '2012-01-02', '12:00']],
  ['a chart of a minute repeats nothing', new Date(Date.UTC(2012, 0, 1, 0, 1)), ['2012-01-01', '00:01']],
  ['a chart of a moment has one date', hours(0), ['2012-01-01']],
])('%s', (_, end, expected) => {
  expect(ticksUntil(end)).toEqual(expected);
});

test('a secret record is drawn at the height of the one before, and appears on no scale', () => {
  const known = progressChart(race, [record(1, 70_000), record(3, 60_000)], day(5), null);
  const chart = progressChart(race, [record(1, 70_000), record(3, 60_000), secret(4)], day(5), null);
  expect(chart?.yTicks).toEqual(known?.yTicks);
  const [, before, hidden] = chart?.dots ?? [];
  expect(hidden).toMatchObject({ isSecret: true, y: before?.y });
  expect(chart?.secretLine).toBe(`M${hidden?.x} ${before?.y}H${chart?.plot.right}`);
});

test('with secret records only, there is a level line and no scale', () => {
  const chart = progressChart(race, [secret(1), secret(2)], day(5), null);
  expect(chart?.line).toBe('');
  expect(chart?.yTicks).toEqual([]);
  expect(new Set(chart?.dots.map(({ y }) => y)).size).toBe(1);
});

test('more points are drawn higher', () => {
  const points = (n: number, ReplayScore: number) => record(n, 60_000, { ReplayScore });
  const chart = progressChart(stunts, [points(1, 400), points(2, 700)], day(3), null);
  expect(chart?.dots[1]?.y).toBeLessThan(chart?.dots[0]?.y ?? 0);
  expect(chart?.yTicks.map(({ text }) => text)).toEqual(['400 pts', '500 pts', '600 pts', '700 pts']);
});

test('on Platform fewer respawns are drawn lower, whatever the time; the time decides between equal ones', () => {
  const runs = [
    record(1, 50_000, { ReplayRespawns: 2 }),
    record(2, 90_000, { ReplayRespawns: 1 }),
    record(3, 80_000, { ReplayRespawns: 1 }),
  ];
  const [two, one, faster] = progressChart(platform, runs, day(4), null)?.dots ?? [];
  expect(one?.y).toBeGreaterThan(two?.y ?? 0);
  expect(faster?.y).toBeGreaterThan(one?.y ?? 0);
  expect(progressChart(platform, runs, day(4), null)?.yTicks[0]?.text).toBe('01:20.00 (1)');
});

test('numbers that would overlap are left out', () => {
  const crowd = Array.from({ length: 100 }, (_, index) => record(1 + index / 1000, 70_000 - index));
  const labels = progressChart(race, crowd, day(9), null)?.dots.map(({ label }) => label);
  expect(labels?.[0]).toBe('1');
  expect(labels?.filter((label) => label !== null).length).toBeLessThan(5);
});

test.each([
  ['the date shown is marked', day(3), true],
  ['before the first record there is no mark', day(0), false],
  ['nor after the end', day(10), false],
  ['nor where no date was chosen', null, false],
])('%s', (_, shown, isMarked) => {
  const chart = progressChart(race, [record(1, 70_000)], day(9), shown);
  expect(chart?.marker !== null).toBe(isMarked);
});

test('a record of this very moment is drawn', () => {
  const chart = progressChart(race, [record(1, 70_000)], day(1), null);
  expect(chart?.line).toMatch(/^M[\d.]+ [\d.]+H[\d.]+$/);
});
