import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { atLeast, atMost } from '../bench/pages/aims.ts';
import { htmlOf, markdownOf, type StoredReport } from './page.ts';
import { type Finished, lineAims, suiteAims } from './parts.ts';
import { reportFile, storedReport, storeReport } from './stored.ts';

const report = (figures: readonly [number | null, number | null]): StoredReport => ({
  commit: 'abc123',
  at: '2026-11-28 08:00',
  machine: '2 × processor',
  parts: [
    {
      name: 'pages',
      command: 'npm run bench:pages',
      seconds: 61.4,
      aims: [
        atLeast('mixed load, 16 connections', figures[0], 400, '/s'),
        atMost('a | b <i>', figures[1], 20, 'ms'),
      ],
    },
  ],
});

describe('as Markdown', () => {
  test('every figure is beside its aim, what was measured before, and when the aim was set', () => {
    const lines = markdownOf(report([129, 12]), report([140, 13])).split('\n');
    expect(lines).toContain(
      '| mixed load, 16 connections | 129 /s | at least 400 /s | 140 /s | 47 /s | MISSED |',
    );
    expect(lines).toContain('| a \\| b <i> | 12 ms | at most 20 ms | 13 ms |  | met |');
    expect(lines).toContain('1 of 2 aims are MISSED.');
    expect(lines).toContain('Compared with abc123 of 2026-11-28 08:00.');
  });

  test.each([
    ['a tenth less', [90, 20], [100, 20], ['WORSE', '']],
    ['hardly less', [91, 20], [100, 20], ['', '']],
    ['a tenth more', [100, 22.1], [100, 20], ['', 'WORSE']],
    ['hardly more', [100, 22], [100, 20], ['', '']],
    ['not measured now', [null, 22], [100, null], ['', '']],
  ] as const)('%s than before is marked where it counts', (_, now, before, marks) => {
    const rows = markdownOf(report(now), report(before)).split('\n').slice(-4, -2);
    expect(rows.map((row) => (row.includes('WORSE') ? 'WORSE' : ''))).toEqual(marks);
  });
});

test('as HTML, each figure has a bar, and names are only text', () => {
  const html = htmlOf(report([200, 10]), null);
  expect(html).toContain('a | b &lt;i&gt;');
  expect(html).not.toContain('<i>');
  // twice as bad as the limit, and half of it
  expect(
    [...html.matchAll(/<rect class="(\w+)" width="(\d+)"/g)].map(([, verdict, width]) => [verdict, width]),
  ).toEqual([
    ['missed', '200'],
    ['met', '50'],
  ]);
});

const finished = (output: string, seconds = 60): Finished => ({ output, isFine: true, seconds });

test.each([
  ['12011 passed, 5 failed, 45 skipped\n', 5],
  ['\n10 passed, 0 failed\n', 0],
  ['it stopped early\n', Number.NaN],
  ['3 passed, 0 failed\nand then it stopped\n', Number.NaN],
])('the suite that ends with %j', (output, failed) => {
  expect(suiteAims(finished(output))[0]?.figure).toBe(failed);
});

test('the suite is measured in minutes', () => {
  expect(suiteAims(finished('1 passed, 0 failed', 90))[1]).toMatchObject({ figure: 1.5, limit: 12 });
});

test('other commands are judged by the lines that name a fault', () => {
  const [aim] = lineAims(finished('MISSED: a\n  FAILED b\nmet, not MISSED\nREFUSED: c\nMISSEDx\n'));
  expect(aim).toMatchObject({ figure: 3, limit: 0 });
});

test('a stored report is read again, and one that is missing or damaged is named', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'paddock-report-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await expect(storedReport(folder)).rejects.toThrow('there is no report in');
  await storeReport(folder, report([129, null]), null);
  expect(await storedReport(folder)).toEqual(report([129, null]));
  await writeFile(reportFile(folder, 'json'), '{"commit":');
  await expect(storedReport(folder)).rejects.toThrow('is damaged, or no report.');
});
