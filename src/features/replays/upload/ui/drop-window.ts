import type { PostedReplay, TrackElsewhere } from '#features/replays/upload/analysis.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import { routes } from '#routes/routes.ts';
import { site } from '#site';
import { showDialog } from '#ui/stores/windows.ts';
import { type FormResults, resultAt } from '#ui/upload/results.ts';
import { sendFile } from '#ui/upload/send-file.ts';
import { type FoundTrack, readDropped, trackFields, worthOf } from './dropped-replay.ts';
import { boundLoginText, outcomeText, worthFacts } from './worth.ts';
import '#ui/Dialog.css';
import '#ui/Note.css';
import '#features/tracks/upload/ui/Upload.css';

type Content = string | Node;

function element(name: string, attributes: Record<string, string>, ...content: Content[]): HTMLElement {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...content);
  return made;
}

/** A window about a dropped replay: its track, what it is worth, and a button that posts it. */
export async function showDropped(files: readonly File[]): Promise<void> {
  const [file] = files;
  if (!file) return;
  const body = element('div', { class: 'dlg__b' }, element('p', { role: 'status' }, 'Reading the file…'));
  const end = element('footer', {});
  const dialog = element(
    'dialog',
    { class: 'dlg', 'aria-labelledby': 'dropped' },
    element('header', {}, element('h2', { id: 'dropped' }, file.name)),
    body,
    end,
  ) as HTMLDialogElement; // made as one
  const close = element('button', { type: 'button', class: 'btn' }, 'Close');
  close.addEventListener('click', () => dialog.close());
  end.append(close);
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  showDialog(dialog);
  close.focus();
  const { content, postable } = await about(file);
  body.replaceChildren(...content, ...others(files.length - 1));
  if (postable) end.append(postButton(file, body));
}

const note = (kind: 'bad' | 'ok', ...content: Content[]) =>
  element(
    'p',
    { class: `note note--${kind}`, role: kind === 'bad' ? 'alert' : 'status' },
    element('span', {}, ...content),
  );

const others = (count: number): HTMLElement[] =>
  count === 0
    ? []
    : [
        element(
          'p',
          { class: 'dim' },
          count === 1 ? 'One other file was dropped: ' : `${count} other files were dropped: `,
          element('a', { href: routes.replayUpload() }, 'post many at once'),
        ),
      ];

async function about(file: File): Promise<{ content: HTMLElement[]; postable: boolean }> {
  const read = await readDropped(file);
  if (!read.ok) return { content: [note('bad', read.reason)], postable: false };
  const track = await trackOf(read.file.uid);
  if (track === 'unreached')
    return { content: [note('bad', 'The server could not be reached. Try again.')], postable: false };
  if (!track) {
    const name = stripGameText(read.file.mapName);
    const named = name === '' ? '' : `: “${name}”`;
    const there = await elsewhere(read.file.uid);
    const words = `This replay was driven on a track that is not on ${site.label}${named}.`;
    return { content: [note('bad', words, ...there)], postable: false };
  }
  const worth = worthOf(read.file, track);
  const facts = worthFacts(worth).map(([name, value]) =>
    element('div', {}, element('dt', {}, name), element('dd', { class: 'n' }, value)),
  );
  const link = element('a', { href: routes.trackShow(track.TrackId) }, stripGameText(track.TrackName));
  const content = [
    element('p', {}, worth.IsOldVersion ? 'Driven on an older version of ' : 'Driven on ', link, '.'),
    element('dl', { class: 'upload__facts' }, ...facts),
  ];
  return { content, postable: true };
}

/** Links to the track on the other editions that have it. */
async function elsewhere(uid: string): Promise<Content[]> {
  try {
    const response = await fetch(routes.tracksElsewhere(uid), { headers: { accept: 'application/json' } });
    if (!response.ok) return [];
    const { Results } = (await response.json()) as { Results: TrackElsewhere[] }; // our own server's shape
    return Results.flatMap(({ Label, Link }) => [
      ' ',
      element('a', { href: Link }, `Open it on ${Label} and post it there.`),
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

/** Posts to the same address as the page; visitors must sign in. */
function postButton(file: File, body: HTMLElement): HTMLElement {
  const button = element('button', { type: 'button', class: 'btn btn--main' }, 'Post this replay');
  button.addEventListener('click', () => {
    button.setAttribute('disabled', '');
    void post(file).then(({ message, again }) => {
      body.querySelector('.note')?.remove();
      body.append(message);
      if (again) button.removeAttribute('disabled');
      else button.remove();
    });
  });
  return button;
}

async function post(file: File): Promise<{ message: HTMLElement; again: boolean }> {
  if (!(await isSignedIn())) {
    const here = location.pathname + location.search;
    const link = element('a', { href: routes.login(here) }, 'Sign in');
    return { message: note('bad', link, ' to post replays.'), again: true };
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
    const show = link === undefined ? [] : [' ', element('a', { href: link }, 'Show it')];
    return { message: note('bad', `Error: ${detail}`, ...show), again: status === 0 || status >= 500 };
  }
  const link = element('a', { href: routes.trackShow(result.TrackId) }, result.TrackName);
  const bound = boundLoginText(result);
  const words = `: ${outcomeText(result)}.${bound === null ? '' : ` ${bound}`}`;
  return { message: note('ok', 'Posted on ', link, words), again: false };
}

async function isSignedIn(): Promise<boolean> {
  const response = await fetch(routes.viewer(), { cache: 'no-store' });
  const viewer = (await response.json()) as { User: object | null }; // as the endpoint says
  return viewer.User !== null;
}
