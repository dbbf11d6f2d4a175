import { expect, test } from 'vitest';
import { missedLines, reportTable } from './aims.ts';
import type { PageReport } from './measure.ts';

const weight = (count: number, kibibytes: number) => ({
  count,
  bytes: kibibytes * 1024,
  wholeBytes: kibibytes * 4096,
});
const good: PageReport = {
  site: 'tmnf',
  page: 'track',
  form: 'phone',
  lcpMs: 1200,
  cls: 0.02,
  failed: [],
  scores: { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 },
  html: weight(1, 15),
  styles: weight(2, 20),
  fonts: weight(2, 60),
  scripts: weight(1, 5),
};

test('a page that just meets its aims misses none', () => {
  expect(missedLines([good])).toEqual([]);
  expect(reportTable([good])).not.toContain('*');
});

test.each<[Partial<PageReport>, string]>([
  [{ scores: { ...good.scores, performance: 97 } }, 'performance 97, the aim is at least 98'],
  [{ lcpMs: 1201 }, 'LCP 1201 ms, the aim is at most 1200'],
  [{ cls: 0.021 }, 'CLS 0.02, the aim is at most 0.02'],
  [{ styles: weight(3, 20) }, 'style sheets 3, the aim is at most 2'],
  [{ fonts: weight(2, 61) }, 'fonts 61 KiB, the aim is at most 60'],
  [{ scripts: weight(9, 5) }, 'scripts 9, the aim is at most 8'],
  [{ scripts: weight(1, 6) }, 'scripts 6 KiB, the aim is at most 5'],
])('%o misses an aim', (change, line) => {
  const report = { ...good, ...change };
  expect(missedLines([report])).toEqual([`MISSED: tmnf track, phone: ${line}`]);
  expect(reportTable([report])).toContain('*');
});

test('LCP counts on the phone only, search engines only where a page is for them, and searches may load more script', () => {
  const upload = { ...good, page: 'upload', scores: { ...good.scores, seo: 60 }, scripts: weight(8, 90) };
  expect(missedLines([{ ...good, form: 'desktop', lcpMs: 3000 }, upload])).toEqual([]);
});
