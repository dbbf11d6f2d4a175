import lighthouse, { desktopConfig, type Flags, type Result } from 'lighthouse';
import { z } from 'zod';

/** Files of one kind that a page loaded. */
interface Weight {
  readonly count: number;
  /** as transferred */
  readonly bytes: number;
  /** uncompressed */
  readonly wholeBytes: number;
}

export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof categories)[number];

export type FormFactor = 'phone' | 'desktop';

export interface PageReport {
  readonly site: string;
  readonly page: string;
  readonly form: FormFactor;
  /** from 0 to 100 */
  readonly scores: Readonly<Record<Category, number>>;
  readonly lcpMs: number;
  readonly cls: number;
  readonly html: Weight;
  readonly styles: Weight;
  readonly fonts: Weight;
  readonly scripts: Weight;
  /** names of the audits that cost points */
  readonly failed: readonly string[];
}

const Requests = z.object({
  items: z.array(
    z.object({
      resourceType: z.string().optional(),
      transferSize: z.number().default(0),
      resourceSize: z.number().default(0),
    }),
  ),
});

/** Runs Lighthouse in the browser on this port: a phone on slow 4G with a processor four times as slow, or a desktop. */
export async function measurePage(
  { site, page, form, url }: Pick<PageReport, 'site' | 'page' | 'form'> & { url: string },
  { port, isApplied }: { port: number; isApplied: boolean },
): Promise<PageReport> {
  const flags: Flags = {
    port,
    logLevel: 'error',
    onlyCategories: [...categories],
    // by default the slow network and processor are calculated; applied ones take longer
    throttlingMethod: isApplied ? 'devtools' : 'simulate',
  };
  const result = await lighthouse(url, flags, form === 'desktop' ? desktopConfig : undefined);
  if (!result) throw new Error(`Lighthouse has no result for ${url}.`);
  const { lhr } = result;
  if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`);
  if (lhr.finalDisplayedUrl !== url) throw new Error(`${url} leads to ${lhr.finalDisplayedUrl}.`);
  const { items } = Requests.parse(lhr.audits['network-requests']?.details);
  const weigh = (type: string): Weight => {
    const files = items.filter(({ resourceType }) => resourceType === type);
    const sum = (of: 'transferSize' | 'resourceSize') => files.reduce((total, file) => total + file[of], 0);
    return { count: files.length, bytes: sum('transferSize'), wholeBytes: sum('resourceSize') };
  };
  const score = (category: Category) => Math.round((lhr.categories[category]?.score ?? 0) * 100);
  return {
    site,
    page,
    form,
    scores: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
    },
    lcpMs: lhr.audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
    cls: lhr.audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
    html: weigh('Document'),
    styles: weigh('Stylesheet'),
    fonts: weigh('Font'),
    scripts: weigh('Script'),
    failed: failedAudits(lhr),
  };
}

/** Audits with a weight that are not passed, other than those that only state a time. */
const failedAudits = ({ categories: all, audits }: Result): string[] =>
  Object.values(all).flatMap(({ id, auditRefs }) =>
    id === 'performance'
      ? []
      : auditRefs.flatMap(({ id: audit, weight }) => {
          const { score } = audits[audit] ?? {};
          return weight > 0 && score !== null && score !== undefined && score < 0.9 ? [audit] : [];
        }),
  );
