import { type Aim, atLeast, atMost, shown, verdictOn } from '../pages/aims.ts';
import { table } from '../times.ts';
import { categories, type PageReport } from './measure.ts';
import { measuredPages, type PageName } from './pages.ts';

const kibibyte = 1024;
const minScore = 98;
const maxLcpMs = 1200;
const maxCls = 0.02;
const maxStyles = 2;
const maxFontBytes = 60 * kibibyte;
const maxScripts = 8;
/** compressed, by kind of page */
const maxScriptBytes = { reading: 5, search: 80, upload: 90 } as const;

/** The aims of one page, in the order of the columns of its row. */
function aimsOfPage(report: PageReport): Aim[] {
  const { kind, ...page } = measuredPages[report.page as PageName]; // reports are made of these pages only
  const scores = categories.map((category) => {
    const counts = category !== 'seo' || !('isPersonal' in page);
    return atLeast(category, counts ? report.scores[category] : null, minScore, '');
  });
  return [
    ...scores,
    atMost('LCP', report.form === 'phone' ? report.lcpMs : null, maxLcpMs, 'ms'),
    atMost('CLS', report.cls, maxCls, ''),
    atMost('style sheets', report.styles.count, maxStyles, ''),
    atMost('fonts', report.fonts.bytes / kibibyte, maxFontBytes / kibibyte, 'KiB'),
    atMost('scripts', report.scripts.count, maxScripts, ''),
    atMost('scripts', report.scripts.bytes / kibibyte, maxScriptBytes[kind], 'KiB'),
  ];
}

const size = ({ count, bytes }: PageReport['html']) => `${count} / ${(bytes / kibibyte).toFixed(1)}`;

/** One row for each page. A star marks a figure that misses its aim. */
export function reportTable(reports: readonly PageReport[]): string {
  const rows = reports.map((report) => {
    const [performance, accessibility, practices, seo, lcp, cls, styles, fonts, files, scripts] = aimsOfPage(
      report,
    ).map((aim) => (verdictOn(aim) === 'MISSED' ? '*' : ''));
    const { scores } = report;
    return [
      `${report.site} ${report.page}, ${report.form}`,
      `${scores.performance}${performance}`,
      `${scores.accessibility}${accessibility}`,
      `${scores['best-practices']}${practices}`,
      `${scores.seo}${seo}`,
      `${(report.lcpMs / 1000).toFixed(2)}${lcp}`,
      `${report.cls.toFixed(3)}${cls}`,
      `${(report.html.wholeBytes / kibibyte).toFixed(0)} / ${(report.html.bytes / kibibyte).toFixed(1)}`,
      `${size(report.styles)}${styles}`,
      `${size(report.fonts)}${fonts}`,
      `${size(report.scripts)}${files || scripts}`,
    ];
  });
  const head = [
    ...['page', 'performance', 'accessibility', 'best practices', 'search engines', 'LCP s', 'CLS'],
    ...['HTML KiB / compressed', 'style sheets / KiB', 'fonts / KiB', 'scripts / KiB'],
  ];
  return table([head, ...rows]);
}

/** The aims of all pages, each with the page in its title. */
export const aimsOfPages = (reports: readonly PageReport[]): Aim[] =>
  reports.flatMap((report) =>
    aimsOfPage(report).map((aim) => ({
      ...aim,
      title: `${report.site} ${report.page}, ${report.form}: ${aim.title}${aim.unit === 'KiB' ? ' (bytes)' : ''}`,
    })),
  );

/** Every missed aim as a line. */
export const missedLines = (reports: readonly PageReport[]): string[] =>
  reports.flatMap((report) =>
    aimsOfPage(report)
      .filter((aim) => verdictOn(aim) === 'MISSED')
      .map(
        ({ title, figure, is, limit, unit }) =>
          `MISSED: ${report.site} ${report.page}, ${report.form}: ${title} ${shown(figure ?? Number.NaN)} ${unit}`.trimEnd() +
          `, the aim is ${is} ${shown(limit)}`,
      ),
  );
