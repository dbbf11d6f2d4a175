import { useEffect, useRef, useState } from 'react';
import { type OpenWindow, Window } from '#ui/Window.tsx';
import { choose, partsOf } from '../choice.ts';
import { whileBusy } from './one-at-a-time.ts';
import { RetryingFetch } from './retrying-fetch.ts';
import { canPickFile, downloadSink, type OpenSink, pickSink } from './sinks.ts';
import { type Chosen, ZipChoice } from './ZipChoice.tsx';
import { type Progress, runZipJob, type ZipResult } from './zip-job.ts';
import { type Listing, listFiles, ZipAlert, type ZipKind, zipKinds } from './zip-source.ts';
import { counted, progressText, resultText, resultTitle, resultTone } from './zip-texts.ts';

interface Props extends OpenWindow {
  /** the zip made by the server */
  href: string;
  /** one of `zipKinds` */
  kind: string;
  title: string;
}

/** What happens now: decides what closing the window means. */
type Phase =
  | { readonly name: 'reading'; readonly rows: number | null }
  | { readonly name: 'asking'; readonly listing: Listing }
  | { readonly name: 'running'; readonly total: number; readonly progress: Progress | null }
  | { readonly name: 'over'; readonly result: ZipResult }
  | { readonly name: 'failed'; readonly message: string };

const nothingRefused = { field: null, reason: '' };
const isBusyElsewhere = {
  field: null,
  reason: 'Another download is running, perhaps in another tab. Wait for it to finish.',
};

/** The button that gets the focus when it appears. */
const focused = (button: HTMLButtonElement | null) => button?.focus();

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Zips the files behind a link in the browser. */
export function ZipWindow({ href, kind: named, title, onClose }: Props) {
  const kind = zipKinds.find((known) => known === named);
  const [phase, setPhase] = useState<Phase>(
    kind ? { name: 'reading', rows: null } : { name: 'failed', message: 'container not found' },
  );
  const [refusal, refuse] = useState<Parameters<typeof ZipChoice>[0]['refusal']>(nothingRefused);
  const [isCancelled, setCancelled] = useState(false);
  const [cancel] = useState(() => new AbortController());
  const { signal } = cancel;
  // read by Escape and presses outside, which may come before the next render
  const isRunning = useRef(false);

  useEffect(() => {
    if (kind)
      listFiles(kind, new URL(href), {
        fetcher: new RetryingFetch(signal),
        onRows: (rows) => setPhase({ name: 'reading', rows }),
      }).then(
        (listing) => setPhase({ name: 'asking', listing }),
        (error: unknown) => {
          if (signal.aborted) return;
          console.warn('Couldn’t read the list:', error);
          const message = messageOf(error);
          setPhase({ name: 'failed', message: error instanceof ZipAlert ? message : `Error: ${message}` });
        },
      );
    return () => cancel.abort();
  }, [kind, href, cancel, signal]);

  const run = async (zipped: ZipKind, listing: Listing, openSink: OpenSink) => {
    const total = listing.files.length;
    isRunning.current = true;
    setPhase({ name: 'running', total, progress: null });
    const stay = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', stay);
    try {
      const onProgress = (progress: Progress) => setPhase({ name: 'running', total, progress });
      const result = await runZipJob({ listing, files: listing.files, openSink, signal, onProgress });
      if (!result.isCancelled && result.files > 0) listing.saved();
      setPhase({ name: 'over', result });
    } catch (error) {
      console.warn('Couldn’t save the zip:', error);
      setPhase({ name: 'failed', message: zipped === 'playlater' ? messageOf(error) : 'Error' });
    } finally {
      isRunning.current = false;
      removeEventListener('beforeunload', stay);
    }
  };

  const start = async (zipped: ZipKind, all: Listing, { picksFile, ...choice }: Chosen) => {
    const listing = { ...all, files: choose(all.files, choice) };
    let openSink: OpenSink = async (name) => downloadSink(name);
    if (picksFile) {
      const picked = await pickSink(partsOf(listing.files).length, listing.zipName(null));
      if (!picked) return;
      openSink = picked;
    }
    if ((await whileBusy(() => run(zipped, listing, openSink))) === 'busy') refuse(isBusyElsewhere);
  };

  return (
    <Window
      title={title}
      bodyClassName="zip"
      // a click outside the window or Escape does not end a download: there is a button for that
      mayClose={() => !isRunning.current}
      onClose={onClose}
      footer={(close) =>
        phase.name === 'running' ? (
          <button
            key="stop"
            type="button"
            className="btn"
            ref={focused}
            disabled={isCancelled}
            onClick={() => {
              setCancelled(true);
              cancel.abort();
            }}
          >
            Stop and keep what’s downloaded
          </button>
        ) : phase.name === 'over' || phase.name === 'failed' ? (
          <button key="close" type="button" className="btn" ref={focused} onClick={close}>
            Close
          </button>
        ) : (
          <>
            <button type="button" className="btn" onClick={close}>
              Cancel
            </button>
            {phase.name === 'asking' && (
              <button type="submit" className="btn btn--main" form="zip-choice" ref={focused}>
                Download
              </button>
            )}
          </>
        )
      }
    >
      {phase.name === 'reading' && (
        <p role="status">Reading the list…{kind && phase.rows !== null && ` ${counted(phase.rows, kind)}`}</p>
      )}
      {phase.name === 'asking' && kind && (
        <ZipChoice
          kind={kind}
          total={phase.listing.files.length}
          mayPick={canPickFile()}
          refusal={refusal}
          onRefuse={refuse}
          onChoose={(chosen) => void start(kind, phase.listing, chosen)}
        />
      )}
      {phase.name === 'running' && kind && <Running kind={kind} {...phase} />}
      {phase.name === 'over' && kind && (
        <Note
          tone={resultTone(phase.result)}
          title={resultTitle(phase.result, kind)}
          details={resultText(phase.result, kind)}
        />
      )}
      {phase.name === 'failed' && <Note tone="bad" title={phase.message} details={[]} />}
    </Window>
  );
}

/** The changing numbers are hidden from screen readers, which read the progress bar. */
function Running({ kind, total, progress }: { kind: ZipKind; total: number; progress: Progress | null }) {
  const label = `Downloading ${counted(total, kind)}…`;
  return (
    <>
      <p role="status">{label}</p>
      <progress aria-label={label} max={total} value={progress?.done ?? 0} />
      <p className="n" aria-hidden="true">
        {progress && progressText(progress, kind)}
      </p>
    </>
  );
}

/** A message with its details; a bad one is an alert. */
function Note({
  tone,
  title,
  details,
}: {
  tone: 'ok' | 'warn' | 'bad';
  title: string;
  details: readonly string[];
}) {
  return (
    <div className={`note note--${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      <div>
        <p>
          <b dir="auto">{title}</b>
        </p>
        {details.map((detail) => (
          <p key={detail}>{detail}</p>
        ))}
      </div>
    </div>
  );
}
