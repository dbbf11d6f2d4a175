import { formatRelative } from '#lib/format/relative.ts';
import { routes } from '#routes/routes.ts';
import { sendForm, sendLeaving } from '#ui/api.ts';
import { find, findAll } from '#ui/dom.ts';
import { element } from '#ui/live/element.ts';
import { orWithoutScript } from '#ui/stores/unloaded.ts';
import { windows } from '#ui/stores/windows.ts';
import { countLabel, inboxLabel } from '../inbox-labels.ts';

interface Latest {
  Unread: number;
  /** when the list was made, for "Mark all as read" */
  Until: number;
  Results: {
    NoticeId: number;
    Label: string;
    Text: string;
    Link: string;
    Times: number;
    NoticedAt: string;
    IsUnread: boolean;
  }[];
}

const channel = new BroadcastChannel('paddock notices');
channel.addEventListener('message', ({ data }) => showCount(Number(data)));

/** Writes the number of unread notices next to the link in the header. */
function showCount(unread: number): void {
  find(document, '[data-inbox]', Element)?.setAttribute('aria-label', inboxLabel(unread));
  const place = find(document, '[data-count="notices"]', Element);
  place?.replaceChildren(countLabel(unread));
  place?.toggleAttribute('hidden', unread === 0);
}

/** In this tab, and in others that have opened their list. */
function shareCount(unread: number): void {
  showCount(unread);
  channel.postMessage(unread);
}

let close: (() => void) | null = null;

/** Opens the list of the newest notices below the link in the header, or closes it. If they cannot be loaded, the link is followed. */
export async function toggleInbox(link: HTMLAnchorElement): Promise<void> {
  if (close) return close();
  const panel = element('section', 'menu inbox');
  panel.setAttribute('aria-label', 'Notices');
  panel.tabIndex = -1;
  const listening = new AbortController();
  const gone = () => {
    close = null;
    listening.abort();
    const hadFocus = panel.contains(document.activeElement);
    panel.remove();
    link.setAttribute('aria-expanded', 'false');
    windows.gone(open);
    if (hadFocus) link.focus();
  };
  const open = {
    contains: (press: MouseEvent) =>
      press.composedPath().includes(panel) || press.composedPath().includes(link),
    close: gone,
    mayClose: () => true,
  };
  close = gone;
  const { signal } = listening;
  try {
    const response = await fetch(routes.noticesLatest(), { headers: { accept: 'application/json' }, signal });
    if (!response.ok) throw new Error(`${response.status}`);
    fill(panel, await response.json());
  } catch {
    if (signal.aborted) return; // closed before the response arrived
    close = null;
    return orWithoutScript(() => location.assign(link.href));
  }
  panel.addEventListener('focusout', ({ relatedTarget: to }) => {
    if (to instanceof Node && !panel.contains(to) && to !== link) close?.();
  });
  link.after(panel);
  link.setAttribute('aria-expanded', 'true');
  windows.opened(open);
  panel.focus();
}

function fill(panel: HTMLElement, { Results, Unread, Until }: Latest): void {
  showCount(Unread);
  const head = element('div', 'inbox__head', element('h2', 'h3', 'Notices'));
  if (Unread > 0) head.append(readAll(panel, Until));
  const items = Results.map((notice) => element('li', '', item(notice)));
  panel.replaceChildren(
    head,
    items.length > 0 ? element('ol', 'inbox__list', ...items) : element('p', 'inbox__none', 'No notices yet'),
    allNotices(),
  );
}

function item({ NoticeId, Label, Text, Link, Times, NoticedAt, IsUnread }: Latest['Results'][number]) {
  const times = Times > 1 ? `, ${Times} times` : '';
  const facts = `${Label}, ${formatRelative(new Date(NoticedAt), new Date())}${times}`;
  const link = element('a', IsUnread ? 'inbox__item inbox__item--new' : 'inbox__item');
  if (IsUnread) link.append(element('span', 'sr', 'New: '));
  link.append(element('span', 'inbox__text', Text), element('span', 'meta', facts));
  link.href = Link;
  if (IsUnread) link.addEventListener('click', () => markRead(NoticeId));
  return link;
}

function markRead(noticeId: number): void {
  void sendLeaving(routes.noticeRead(noticeId))
    .then(async (response) => response.ok && shareCount((await response.json()).Unread))
    .catch(() => {});
}

function readAll(panel: HTMLElement, until: number): HTMLButtonElement {
  const button = element('button', 'btn btn--quiet', 'Mark all as read');
  button.type = 'button';
  button.addEventListener('click', async () => {
    const answer = await sendForm<{ Unread: number }>(
      'POST',
      routes.noticesRead(),
      new URLSearchParams({ Until: String(until) }),
    );
    if (!answer.ok) return void button.replaceWith(element('p', 'inbox__none', answer.problem.detail));
    shareCount(answer.value.Unread);
    for (const one of findAll(panel, '.inbox__item--new', Element)) {
      one.classList.remove('inbox__item--new');
      find(one, '.sr', Element)?.remove();
    }
    panel.focus();
    button.remove();
  });
  return button;
}

function allNotices(): HTMLElement {
  const all = element('a', '', 'All notices');
  all.href = routes.notices();
  const settings = element('a', '', 'Settings');
  settings.href = routes.noticeSettings();
  return element('p', 'inbox__foot', all, settings);
}
