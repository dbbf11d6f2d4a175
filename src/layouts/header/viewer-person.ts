import { countLabel, inboxLabel, messagesLabel } from '#features/notices/inbox-labels.ts';
import { isModerator, Level } from '#lib/codes/level.ts';
import type { UiMode } from '#lib/codes/ui-mode.ts';
import { routes } from '#routes/routes.ts';
import { tokenField } from '#ui/api.ts';
import { find, findAll } from '#ui/dom.ts';
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
  find(content, '[data-name]', Element)?.replaceChildren(Name);
  find(content, '[data-avatar]', Element)?.setAttribute('src', Picture);
  find(content, '[data-profile]', Element)?.setAttribute('href', routes.userShow(UserId));
  find(content, `[name="${tokenField}"]`, Element)?.setAttribute('value', answer.RequestVerificationToken);
  writeCounts(content, answer);
  adoptMode(answer.UiMode);
}

function writeCounts(
  place: DocumentFragment,
  { User, Waiting: { Notices, Messages, Reports } }: ViewerAnswer,
) {
  find(place, '[data-inbox]', Element)?.setAttribute('aria-label', inboxLabel(Notices));
  find(place, '[data-messages]', Element)?.setAttribute('aria-label', messagesLabel(Messages));
  for (const [name, count] of [
    ['notices', Notices],
    ['messages', Messages],
    ['reports', Reports],
  ] as const) {
    const badge = find(place, `[data-count="${name}"]`, HTMLElement);
    badge?.replaceChildren(countLabel(count));
    badge?.toggleAttribute('hidden', count === 0);
  }
  const level = User?.Level ?? 0;
  const isCrew = isModerator({ level });
  for (const item of findAll(place, '[data-crew]', Element)) item.toggleAttribute('hidden', !isCrew);
  const isLeader = level >= Level.siteLeader;
  for (const item of findAll(place, '[data-leader]', Element)) item.toggleAttribute('hidden', !isLeader);
}
