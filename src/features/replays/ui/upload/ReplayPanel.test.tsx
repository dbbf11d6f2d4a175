import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { ReplayAnalysis } from '#features/replays/analysis.ts';
import { ReplayPanel } from './ReplayPanel.tsx';

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
