import { Level, type UiMode } from '#lib/codes/level.ts';
import { routes } from '#routes.ts';
import { tokenField } from '#ui/api.ts';
import { countLabel, inboxLabel } from './inbox.ts';
import { adoptMode } from './mode.ts';

interface ViewerAnswer {
  User: { UserId: number; Name: string; Level: number } | null;
  UiMode: UiMode;
  RequestVerificationToken: string;
  /** what waits for the person */
  Waiting: { Notices: number; Reports: number };
}

/** Fills the corner of a page made before any request, where nothing personal may stand. */
export async function fillViewerCorner(corner: Element) {
  const answer = await askViewer();
  const kind = answer?.User ? 'person' : 'visitor';
  const template = corner.querySelector<HTMLTemplateElement>(`template[data-for="${kind}"]`);
  if (!template) return;
  const content = template.content.cloneNode(true) as DocumentFragment; // what a template holds
  if (answer?.User) {
    const name = answer.User.Name;
    content.querySelector('[data-name]')?.replaceChildren(name);
    content.querySelector('[data-initials]')?.replaceChildren([...name].slice(0, 2).join(''));
    content.querySelector('[data-profile]')?.setAttribute('href', routes.userShow(answer.User.UserId));
    content.querySelector(`[name="${tokenField}"]`)?.setAttribute('value', answer.RequestVerificationToken);
    tellWaiting(content, answer);
    adoptMode(answer.UiMode);
  }
  document.documentElement.dataset.viewer = kind;
  corner.replaceChildren(content);
}

function tellWaiting(corner: DocumentFragment, { User, Waiting: { Notices, Reports } }: ViewerAnswer) {
  corner.querySelector('[data-inbox]')?.setAttribute('aria-label', inboxLabel(Notices));
  for (const [name, count] of [
    ['notices', Notices],
    ['reports', Reports],
  ] as const) {
    const place = corner.querySelector(`[data-count="${name}"]`);
    place?.replaceChildren(countLabel(count));
    place?.toggleAttribute('hidden', count === 0);
  }
  const isCrew = (User?.Level ?? 0) >= Level.moderator;
  for (const item of corner.querySelectorAll('[data-crew]')) item.toggleAttribute('hidden', !isCrew);
}

/** null when the server cannot be asked: the corner then offers to sign in, which explains itself. */
async function askViewer(): Promise<ViewerAnswer | null> {
  try {
    const response = await fetch(routes.viewer(), { headers: { accept: 'application/json' } });
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}
