import { type ReactNode, useEffect, useState } from 'react';
import type { PostedReplay, TrackElsewhere } from '#features/replays/upload/analysis.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import { routes } from '#routes/routes.ts';
import { site } from '#site';
import { type FormResults, resultAt, sendFile } from '#ui/upload/send-file.ts';
import { type OpenWindow, Window } from '#ui/Window.tsx';
import { type FoundTrack, readDropped, trackFields, worthOf } from './dropped-replay.ts';
import { boundLoginText, outcomeText, worthFacts } from './worth.ts';

interface Props extends OpenWindow {
  file: File;
  /** how many other files were dropped with it */
  others: number;
}

interface Found {
  readonly content: ReactNode;
  readonly isPostable: boolean;
}

/** A window about a dropped replay: its track, what it is worth, and a button that posts it. */
export function DropWindow({ file, others, onClose }: Props) {
  const [found, setFound] = useState<Found | null>(null);
  const [isPosting, setPosting] = useState(false);
  const [posted, setPosted] = useState<Posted | null>(null);
  useEffect(() => void about(file).then(setFound), [file]);
  const press = async () => {
    setPosting(true);
    setPosted(null); // so that the same message is announced again
    setPosted(await post(file));
    setPosting(false);
  };
  return (
    <Window
      title={file.name}
      onClose={onClose}
      footer={(close) => (
        <>
          <button type="button" className="btn" onClick={close}>
            Close
          </button>
          {found?.isPostable && posted?.again !== false && (
            <button type="button" className="btn btn--main" disabled={isPosting} onClick={() => void press()}>
              Upload this replay
            </button>
          )}
        </>
      )}
    >
      {found ? found.content : <p role="status">Reading the file…</p>}
      {found && others > 0 && (
        <p className="dim">
          {others === 1 ? 'One other file was dropped: ' : `${others} other files were dropped: `}
          <a href={routes.replayUpload()}>upload many at once</a>
        </p>
      )}
      {posted?.message}
    </Window>
  );
}

function Note({ kind, children }: { kind: 'bad' | 'ok'; children: ReactNode }) {
  return (
    <p className={`note note--${kind}`} role={kind === 'bad' ? 'alert' : 'status'}>
      <span>{children}</span>
    </p>
  );
}

const refused = (...reason: ReactNode[]): Found => ({
  content: <Note kind="bad">{reason}</Note>,
  isPostable: false,
});

async function about(file: File): Promise<Found> {
  const read = await readDropped(file);
  if (!read.ok) return refused(read.reason);
  const track = await trackOf(read.file.uid);
  if (track === 'unreached') return refused('Couldn’t reach the server. Try again.');
  if (!track) {
    const name = stripGameText(read.file.mapName);
    const named = name === '' ? '' : `: “${name}”`;
    const there = await elsewhere(read.file.uid);
    return refused(`This replay’s track isn’t on ${site.label}${named}.`, ...there);
  }
  const worth = worthOf(read.file, track);
  const content = (
    <>
      <p>
        {worth.IsOldVersion ? 'Driven on an older version of ' : 'Driven on '}
        <a dir="auto" href={routes.trackShow(track.TrackId)}>
          {stripGameText(track.TrackName)}
        </a>
        .
      </p>
      <dl className="upload__facts">
        {worthFacts(worth).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="n">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
  return { content, isPostable: true };
}

/** Links to the track on the other editions that have it. */
async function elsewhere(uid: string): Promise<ReactNode[]> {
  try {
    const response = await fetch(routes.tracksElsewhere(uid), { headers: { accept: 'application/json' } });
    if (!response.ok) return [];
    const { Results } = (await response.json()) as { Results: TrackElsewhere[] }; // our own server's shape
    return Results.flatMap(({ Label, Link }) => [
      ' ',
      <a key={Link} href={Link}>{`Open it on ${Label} and upload it there.`}</a>,
    ]);
  } catch {
    return []; // the sentence is true without it
  }
}

async function trackOf(uid: string): Promise<FoundTrack | null | 'unreached'> {
  const query = new URLSearchParams({ uid, count: '1', fields: trackFields });
  try {
    const response = await fetch(`${routes.apiTracks()}?${query}`, {
      headers: { accept: 'application/json' },
    });
    if (!response.ok) return 'unreached';
    const { Results } = (await response.json()) as { Results: FoundTrack[] }; // the fields requested above
    return Results[0] ?? null;
  } catch {
    return 'unreached';
  }
}

interface Posted {
  readonly message: ReactNode;
  /** whether another attempt may succeed */
  readonly again: boolean;
}

/** Posts to the same address as the page; visitors must sign in. */
async function post(file: File): Promise<Posted> {
  if (!(await isSignedIn())) {
    const here = location.pathname + location.search;
    const message = (
      <Note kind="bad">
        <a href={routes.login(here)}>Sign in</a> to upload replays.
      </Note>
    );
    return { message, again: true };
  }
  const answer = await sendFile<FormResults<PostedReplay>>(
    routes.replayUpload(),
    file,
    'ReplayEntries[0].ReplayFile',
    () => {},
  );
  const result = resultAt(answer, 0);
  if ('Problem' in result) {
    const { detail, link, status } = result.Problem;
    const message = (
      <Note kind="bad">
        Error: {detail}
        {link !== undefined && (
          <>
            {' '}
            <a href={link}>Show it</a>
          </>
        )}
      </Note>
    );
    return { message, again: status === 0 || status >= 500 };
  }
  const bound = boundLoginText(result);
  const message = (
    <Note kind="ok">
      Uploaded on{' '}
      <a dir="auto" href={routes.trackShow(result.TrackId)}>
        {result.TrackName}
      </a>
      : {outcomeText(result)}.{bound !== null && ` ${bound}`}
    </Note>
  );
  return { message, again: false };
}

async function isSignedIn(): Promise<boolean> {
  const response = await fetch(routes.viewer(), { cache: 'no-store' });
  const viewer = (await response.json()) as { User: object | null }; // as the endpoint says
  return viewer.User !== null;
}
