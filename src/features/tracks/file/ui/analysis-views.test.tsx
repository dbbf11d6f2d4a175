import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { UploadAnalysis } from '#features/tracks/file/analysis.ts';
import { primaryTypes } from '#lib/codes/track.ts';
import { Facts, Issues } from './analysis-views.tsx';

const analysis: UploadAnalysis = {
  FileName: 'a.Challenge.Gbx',
  FileSize: 1,
  SuggestedTrackName: 'A',
  AuthorTime: 68_540,
  AuthorScore: 500,
  MapType: 0,
  Environment: 7,
  Car: 7,
  Mood: 1,
  UId: 'uid',
  HasThumbnail: false,
  Issues: [],
  UploadKey: 'key',
};

/** The facts as lines of "name value". */
const linesOf = (changes: Partial<UploadAnalysis>) =>
  [
    ...renderToStaticMarkup(<Facts analysis={{ ...analysis, ...changes }} />).matchAll(
      /<dt>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/g,
    ),
  ].map(([, name, value]) => `${name} ${value}`);

test.each([
  ['Race', 500, ['Author time 01:08.54', 'Type Race']],
  ['Stunts', 500, ['Author time 01:08.54', 'Author score 500 pts', 'Type Stunts']],
  ['Stunts', null, ['Author time 01:08.54', 'Author score N/A', 'Type Stunts']],
  ['Platform', 2, ['Author time 01:08.54', 'Author respawns 2', 'Type Platform']],
  ['Platform', 0, ['Author time 01:08.54', 'Author respawns 0', 'Type Platform']],
] as const)('%s with score %s', (type, AuthorScore, lines) => {
  const shown = linesOf({ MapType: primaryTypes.indexOf(type), AuthorScore });
  expect(shown.slice(0, lines.length)).toEqual(lines);
});

test('warnings and errors are shown as such', () => {
  const issue = (Level: 'error' | 'warning', Message: string) => ({ Level, Code: 'code', Message });
  const html = renderToStaticMarkup(
    <Issues issues={[issue('warning', 'Odd medals.'), issue('error', 'No track.')]} />,
  );
  expect(html).toMatch(/aria-label="Warnings".*Odd medals\./);
  expect(html).toContain('Error: No track.');
  expect(html).not.toContain('Error: Odd');
});
