import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { ReplayAnalysis } from '#features/replays/upload/analysis.ts';
import { Posted, ReplayPanel } from './ReplayPanel.tsx';

const analysis = (UploadKey: string | null) =>
  ({
    UploadKey,
    Track: { TrackName: 'Harbour' },
    Issues: [
      { Level: 'warning', Message: 'It is slower.' },
      { Level: 'error', Message: 'It was driven on another track.' },
    ],
  }) as unknown as ReplayAnalysis; // all that a closed panel reads

const closed = (UploadKey: string | null) =>
  renderToString(
    <ReplayPanel
      entry={{
        id: 1,
        fileName: 'a.Replay.Gbx',
        fileSize: 2048,
        open: false,
        stage: { at: 'ready', analysis: analysis(UploadKey), problem: null },
      }}
      onToggle={() => {}}
      onRetry={() => {}}
      onRemove={() => {}}
    />,
  );

test('a closed panel says why its file cannot be posted', () => {
  expect(closed(null)).toContain('It was driven on another track.');
  expect(closed('key')).not.toContain('It was driven on another track.');
  expect(closed('key')).toContain('a.Replay.Gbx · 2');
});

const done = {
  ReplayId: 7,
  TrackId: 3,
  TrackName: 'Harbour',
  Position: 1,
  Medal: 4,
  ReplayTime: 41_000,
  ReplayScore: 0,
  Type: 0,
};

test.each([
  [done, '00:41.00, 2nd'],
  [{ ...done, Position: null }, '00:41.00, unranked'],
  [{ ...done, Type: 3, ReplayScore: 310 }, '310 pts, 2nd'],
])('a closed panel says how a posted replay turned out, and leads to its track', (published, words) => {
  const html = renderToString(
    <ReplayPanel
      entry={{
        id: 1,
        fileName: 'a.Replay.Gbx',
        fileSize: 2048,
        open: false,
        stage: { at: 'published', done: published },
      }}
      onToggle={() => {}}
      onRetry={() => {}}
      onRemove={() => {}}
    />,
  );
  const closed = html.slice(0, html.indexOf('</summary>'));
  expect(closed).toContain(words);
  expect(closed).toContain('Uploaded');
  expect(closed).toContain('<a href="/trackshow/3">Harbour</a>');
});

test('the first replay with a login says that the login now belongs to the driver', () => {
  expect(renderToString(<Posted done={{ ...done, BoundLogin: 'ann' }} />)).toContain('“ann” is now yours');
  expect(renderToString(<Posted done={done} />)).not.toContain('belongs');
});
