import { countLabel, inboxLabel, messagesLabel } from '#features/notices/inbox-labels.ts';
import { isModerator, Level } from '#lib/codes/level.ts';
import type { UiMode } from '#lib/codes/ui-mode.ts';
import { routes } from '#routes/routes.ts';
import { tokenField } from '#ui/api.ts';
import { adoptMode } from './mode.ts';

export interface ViewerAnswer {
  User: { UserId: number; Name: string; Level: number; Picture: string } | null;
  UiMode: UiMode;
  RequestVerificationToken: string;
  /** unread notices and open reports */
  Waiting: { Notices: number; Messages: number; Reports: number };
}

/** Writes the user's name, token and counts into the template; loaded for signed-in users only. */
export function fillPerson(content: DocumentFragment, answer: ViewerAnswer): void {
  if (!answer.User) return;
  const { Name, UserId, Picture } = answer.User;
  content.querySelector('[data-name]')?.replaceChildren(Name);
  content.querySelector('[data-avatar]')?.setAttribute('src', Picture);
  content.querySelector('[data-profile]')?.setAttribute('href', routes.userShow(UserId));
  content.querySelector(`[name="${tokenField}"]`)?.setAttribute('value', answer.RequestVerificationToken);
  writeCounts(content, answer);
  adoptMode(answer.UiMode);
}

function writeCounts(
  place: DocumentFragment,
  { User, Waiting: { Notices, Messages, Reports } }: ViewerAnswer,
) {
  place.querySelector('[data-inbox]')?.setAttribute('aria-label', inboxLabel(Notices));
  place.querySelector('[data-messages]')?.setAttribute('aria-label', messagesLabel(Messages));
  for (const [name, count] of [
    ['notices', Notices],
    ['messages', Messages],
    ['reports', Reports],
  ] as const) {
    const badge = place.querySelector(`[data-count="${name}"]`);
    badge?.replaceChildren(countLabel(count));
    badge?.toggleAttribute('hidden', count === 0);
  }
  const level = User?.Level ?? 0;
  const isCrew = isModerator({ level });
  for (const item of place.querySelectorAll('[data-crew]')) item.toggleAttribute('hidden', !isCrew);
  const isLeader = level >= Level.siteLeader;
  for (const item of place.querySelectorAll('[data-leader]')) item.toggleAttribute('hidden', !isLeader);
}
