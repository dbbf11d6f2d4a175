import type { ProblemBody } from '#lib/wire/problem.ts';
import { routes } from '#routes/routes.ts';
import { sendForm } from '#ui/api.ts';
import { readAnswer } from '#ui/read-answer.ts';
import type { PackEntries } from '../entries.ts';
import type { ManagerServer, StepAnswer } from './manager-store.ts';
import type { Step } from './steps.ts';

type Sent = readonly [method: 'POST' | 'PUT' | 'DELETE', path: string, fields: Record<string, string>];

function requestOf(step: Step, revision: number): Sent {
  switch (step.act) {
    case 'status':
      return [
        'PUT',
        routes.packToggleStatus(),
        { trackId: `${step.trackId}`, status: `${step.status}`, ...(step.note && { Note: step.note }) },
      ];
    case 'move':
      return ['PUT', routes.packMoveTrack(), { trackId: `${step.trackId}`, position: `${step.position}` }];
    case 'remove':
      return ['DELETE', routes.packRemoveTrack(), { trackId: `${step.trackId}` }];
    case 'add':
      return ['POST', routes.packAddTracks(), { tracks: step.tracks }];
    case 'undo':
      return ['POST', routes.packUndo(), { revision: `${revision}` }];
    default:
      return step satisfies never;
  }
}

const unreachable: ProblemBody = {
  status: 0,
  title: 'No connection',
  detail: 'Couldn’t load the list. Retrying…',
  type: 'about:blank',
};

const unsaved: ProblemBody = {
  ...unreachable,
  detail: 'Couldn’t reach the server, so nothing was saved. Try again.',
};

/** The server that the page came from. */
export function managerServer(packId: number): ManagerServer {
  /** the tag of the last list; it names the revision and the viewer */
  let known: { readonly etag: string; readonly revision: number } | null = null;
  return {
    async send(step, revision, Reason) {
      const [method, path, fields] = requestOf(step, revision);
      const form = new URLSearchParams({ packId: `${packId}`, ...fields, ...(Reason && { Reason }) });
      const answer = await sendForm<StepAnswer>(method, path, form);
      return !answer.ok && answer.problem.status === 0 ? { ok: false, problem: unsaved } : answer;
    },
    async load(revision) {
      try {
        const etag = known?.revision === revision ? known.etag : null;
        const response = await fetch(routes.trackPackEntries(packId), {
          cache: 'no-store',
          headers: { accept: 'application/json', ...(etag !== null && { 'if-none-match': etag }) },
        });
        if (response.status === 304) return { ok: true, value: null };
        const answer = readAnswer<PackEntries>(response.status, await response.text());
        if (answer.ok) known = { etag: response.headers.get('etag') ?? '', revision: answer.value.Revision };
        return answer;
      } catch {
        return { ok: false, problem: unreachable };
      }
    },
  };
}
