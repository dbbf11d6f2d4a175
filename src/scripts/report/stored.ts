import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ConfigError } from '#platform/env.ts';
import { StoredAims } from '../bench/pages/aims.ts';
import { htmlOf, markdownOf, type StoredReport } from './page.ts';

const Stored = z.object({
  commit: z.string(),
  at: z.string(),
  machine: z.string(),
  parts: z.array(z.object({ name: z.string(), command: z.string(), seconds: z.number(), aims: StoredAims })),
});

/** The file of a report in this folder. */
export const reportFile = (folder: string, ending: 'md' | 'html' | 'json'): string =>
  join(folder, `report.${ending}`);

/** Writes a report as Markdown, as HTML and for later comparisons. `before`: an earlier report to compare with. */
export async function storeReport(
  folder: string,
  report: StoredReport,
  before: StoredReport | null,
): Promise<void> {
  await writeFile(reportFile(folder, 'md'), markdownOf(report, before));
  await writeFile(reportFile(folder, 'html'), htmlOf(report, before));
  await writeFile(reportFile(folder, 'json'), `${JSON.stringify(report, null, 2)}\n`);
}

/** Reads the report that an earlier run stored in this folder. Throws ConfigError if there is none, or if it is damaged. */
export async function storedReport(folder: string): Promise<StoredReport> {
  const text = await readFile(reportFile(folder, 'json'), 'utf8').catch(() => {
    throw new ConfigError([`--before: there is no report in ${folder}.`]);
  });
  try {
    return Stored.parse(JSON.parse(text));
  } catch {
    throw new ConfigError([`--before: ${reportFile(folder, 'json')} is damaged, or no report.`]);
  }
}
