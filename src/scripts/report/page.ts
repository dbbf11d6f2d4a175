import { escapeHtml } from '#lib/codes/text.ts';
import { type Aim, shown, summary, verdictOn } from '../bench/pages/aims.ts';
import { firstFigures } from './first-figures.ts';

/** One part of a report: what a command measured. */
export interface ReportPart {
  readonly name: string;
  /** as it is typed */
  readonly command: string;
  readonly seconds: number;
  readonly aims: readonly Aim[];
}

/** A report as it is stored, so that a later one can be compared with it. */
export interface StoredReport {
  readonly commit: string;
  readonly at: string;
  readonly machine: string;
  readonly parts: readonly ReportPart[];
}

/** A figure that is this many times as far from good as before counts as worse: less is noise of the machine. */
const worseBy = 1.1;

interface Row {
  readonly aim: Aim;
  readonly before: number | null;
  readonly verdict: ReturnType<typeof verdictOn>;
  readonly isWorse: boolean;
}

function rowsOf(part: ReportPart, before: StoredReport | null): Row[] {
  const earlier = before?.parts.find(({ name }) => name === part.name)?.aims ?? [];
  return part.aims.map((aim) => {
    const was = earlier.find(({ title }) => title === aim.title)?.figure ?? null;
    return { aim, before: was, verdict: verdictOn(aim), isWorse: was !== null && isWorse(aim, was) };
  });
}

function isWorse({ figure, is }: Aim, before: number): boolean {
  if (figure === null) return false;
  return is === 'at most' ? figure > before * worseBy : figure * worseBy < before;
}

const withUnit = (figure: number | null | undefined, unit: string): string =>
  figure === null || figure === undefined ? '' : `${shown(figure)} ${unit}`.trim();

const heads = ['aim', 'figure', 'limit', 'before', 'when the aim was set', 'verdict'] as const;

function cellsOf({ aim, before, verdict, isWorse }: Row): readonly string[] {
  return [
    aim.title,
    withUnit(aim.figure, aim.unit),
    `${aim.is} ${withUnit(aim.limit, aim.unit)}`,
    withUnit(before, aim.unit),
    withUnit(firstFigures[aim.title], aim.unit),
    isWorse ? `${verdict}, WORSE` : verdict,
  ];
}

const allAims = ({ parts }: StoredReport): Aim[] => parts.flatMap(({ aims }) => aims);

/** The report as Markdown: a table for each part. `before`: an earlier report to compare with. */
export function markdownOf(report: StoredReport, before: StoredReport | null): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const parts = report.parts.map((part) =>
    [
      `## ${part.name}`,
      '',
      `\`${part.command}\`, ${part.seconds.toFixed(0)} s`,
      '',
      line(heads),
      line(heads.map(() => '---')),
      ...rowsOf(part, before).map((row) => line(cellsOf(row))),
    ].join('\n'),
  );
  const compared = before ? [`Compared with ${before.commit} of ${before.at}.`] : [];
  return [
    `# Report of ${report.commit}`,
    `${report.at}, ${report.machine}`,
    summary(allAims(report)),
    ...compared,
    ...parts,
    '',
  ].join('\n\n');
}

/** Width of a bar at its limit, in pixels; bars end at twice that. */
const limitAt = 100;

/** A bar that is the longer the worse a figure is, and a line at the limit. */
function barOf({ figure, limit, is }: Aim, verdict: Row['verdict']): string {
  if (figure === null || !Number.isFinite(figure)) return '';
  const [above, below] = is === 'at most' ? [figure, limit] : [limit, figure];
  const share = below > 0 ? above / below : above > 0 ? 2 : 0;
  const width = Math.round(Math.min(2, share) * limitAt);
  return `<svg width="${2 * limitAt}" height="12" role="img" aria-label="${shown(share)} times the limit"><rect class="${verdict === 'met' ? 'met' : 'missed'}" width="${width}" height="12"/><path d="M${limitAt} 0v12"/></svg>`;
}

const style =
  ':root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;max-width:72rem;margin:2rem auto;padding:0 1rem}table{border-collapse:collapse;width:100%}td,th{padding:.2rem .6rem;text-align:left;border-bottom:1px solid #8886}rect.met{fill:#2c8f57}rect.missed{fill:#c8452f}path{stroke:currentColor;stroke-width:2}.MISSED{font-weight:700}';

/** The same as one HTML page without anything from elsewhere, with a bar for each figure. */
export function htmlOf(report: StoredReport, before: StoredReport | null): string {
  const cell = (text: string, tag = 'td') => `<${tag}>${escapeHtml(text)}</${tag}>`;
  const parts = report.parts.map((part) => {
    const rows = rowsOf(part, before).map(
      (row) =>
        `<tr class="${row.verdict === 'MISSED' ? 'MISSED' : ''}">${cellsOf(row)
          .map((text) => cell(text))
          .join('')}<td>${barOf(row.aim, row.verdict)}</td></tr>`,
    );
    const head = [...heads, 'share of the limit'].map((text) => cell(text, 'th')).join('');
    return `<h2>${escapeHtml(part.name)}</h2><p><code>${escapeHtml(part.command)}</code>, ${part.seconds.toFixed(0)} s</p><table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
  });
  const title = escapeHtml(`Report of ${report.commit}`);
  const about = [
    `${report.at}, ${report.machine}`,
    summary(allAims(report)),
    ...(before ? [`Compared with ${before.commit} of ${before.at}.`] : []),
  ];
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${style}</style><h1>${title}</h1>${about.map((text) => cell(text, 'p')).join('')}${parts.join('')}</html>\n`;
}
