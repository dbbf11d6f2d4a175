import { z } from 'zod';
import { Level } from '#lib/codes/level.ts';
import { no, type Verdict, yes } from '#lib/rules/verdict.ts';
import type { Ctx } from '#platform/context.ts';
import { action } from '#platform/http/action.ts';
import { Problem } from '#platform/http/problem.ts';
import type { RouteTable } from '#platform/http/router.ts';
import type { ApiAddress, HttpRequest } from '#platform/http/types.ts';
import { del, get, post, put } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import {
  AddForm,
  type Managed,
  ManageForm,
  MoveForm,
  RemoveForm,
  StatusForm,
  SubmitForm,
  UndoForm,
} from '../forms.ts';
import { entriesEndpoint, entriesForPrograms } from './entries-endpoint.ts';
import { managedPack, manageTracks, mayManage } from './manage.ts';
import type { PackTrackReactions } from './step.ts';
import { maySubmit, submissionOf, submitOrWithdraw } from './submit.ts';

const signedIn = ({ level }: Ctx['viewer']): Verdict =>
  level >= Level.basic ? yes : no('Sign in to change a trackpack.');

/** A form that was refused is shown again on the page with the same address. */
const samePage = (_: URLSearchParams, { path }: HttpRequest) => encodeURI(path);

const changed = z.object({ Revision: z.int().describe('of the pack’s tracks; it undoes this change') });

/** Where programs change the tracks of packs that their user manages. */
const doors = {
  status: {
    scope: 'packs',
    at: put(routes.apiPackTrackStatus),
    about: 'Approves, rejects or retires a track of a pack you manage, or requests changes.',
    input: z.strictObject({
      status: z
        .int()
        .min(0)
        .max(4)
        .describe('0 pending, 1 approved, 2 changes requested, 3 rejected, 4 retired'),
      Note: z.string().optional().describe('for the authors of the track'),
    }),
    output: changed,
    example: { status: 1 },
  },
  remove: {
    scope: 'packs',
    at: del(routes.apiPackTrack),
    about: 'Removes a track from a pack you manage.',
    input: z.strictObject({}),
    output: changed,
    example: {},
  },
  move: {
    scope: 'packs',
    at: put(routes.apiPackTrackPosition),
    about: 'Moves a track of a pack you manage.',
    input: z.strictObject({ position: z.int().min(1).describe('from 1; beyond the end means last') }),
    output: changed,
    example: { position: 1 },
  },
  add: {
    scope: 'packs',
    at: post(routes.apiPackTracks),
    about: 'Adds tracks to a pack you manage.',
    input: z.strictObject({ tracks: z.string().describe('IDs, UIds or addresses, separated by commas') }),
    output: changed.extend({
      Results: z.array(
        z.object({
          Input: z.string(),
          TrackId: z.int().nullable(),
          TrackName: z.string().nullable(),
          Problem: z.string().nullable().describe('null: added'),
        }),
      ),
    }),
    example: { tracks: '1, 2' },
  },
  undo: {
    scope: 'packs',
    at: post(routes.apiPackUndo),
    about: 'Undoes the last change of a pack’s tracks, while no other one has followed it.',
    input: z.strictObject({ revision: z.int().describe('the Revision that the change returned') }),
    output: changed,
    example: { revision: 1 },
  },
} as const satisfies Record<string, ApiAddress>;

const submission = {
  scope: 'packs',
  input: z.strictObject({}),
  output: changed.extend({ Status: z.int().nullable().describe('of the track in the pack; null: none') }),
  example: {},
} as const;

/** A change by the managers of a pack. */
const managed = <Schema extends z.ZodType<Managed>>(
  input: Schema,
  door: ApiAddress,
  reactions: PackTrackReactions,
) =>
  action({
    touches: 'edition',
    api: [door],
    input,
    role: signedIn,
    subject: managedPack,
    allow: (_, managed, form) => mayManage(managed, form),
    run: (tx, managed, form) => manageTracks(tx, managed, form, reactions),
    next: (_, { packId }) => routes.trackPackManage(packId),
  });

/** The same for a browser without scripts: all operations at one address, whose page is shown afterwards. */
const managedByForm = (reactions: PackTrackReactions) =>
  action({
    touches: 'edition',
    input: ManageForm,
    role: signedIn,
    subject: managedPack,
    allow: (_, managed, form) => mayManage(managed, form),
    async run(tx, managed, form) {
      const done = await manageTracks(tx, managed, form, reactions);
      const problems = 'Results' in done ? done.Results.flatMap(({ Problem: one }) => one ?? []) : [];
      const [first] = problems;
      if (first && 'Results' in done && problems.length === done.Results.length) {
        throw new Problem(409, first, { field: 'tracks' });
      }
      return { ...done, Refused: problems.length };
    },
    next: ({ Refused }, { packId }) => routes.trackPackManage(packId, Refused),
    form: samePage,
  });

const submit = (reactions: PackTrackReactions) =>
  action({
    touches: 'edition',
    api: [
      {
        ...submission,
        at: put(routes.apiPackSubmission),
        about: 'Submits one of your tracks to a pack.',
        fixed: { act: 'submit' },
      },
      {
        ...submission,
        at: del(routes.apiPackSubmission),
        about: 'Withdraws one of your tracks from a pack.',
        fixed: { act: 'withdraw' },
      },
    ],
    input: SubmitForm,
    role: signedIn,
    subject: submissionOf,
    allow: (_, submission, { act }) => maySubmit(submission, act),
    run: (tx, submission, form) => submitOrWithdraw(tx, submission, form, reactions),
    next: (_, { packId, trackId }) => routes.trackPackSubmit(packId, trackId),
    form: (form, { path }) => {
      const trackId = form.get('trackId')?.slice(0, 20) ?? '';
      return `${encodeURI(path)}?${new URLSearchParams({ trackId })}`;
    },
  });

/** The writes to the tracks of a pack, and the list of its managers. */
export const packTrackRoutes = (reactions: PackTrackReactions): RouteTable => ({
  [put(routes.packToggleStatus)]: managed(StatusForm, doors.status, reactions),
  [del(routes.packRemoveTrack)]: managed(RemoveForm, doors.remove, reactions),
  [put(routes.packMoveTrack)]: managed(MoveForm, doors.move, reactions),
  [post(routes.packAddTracks)]: managed(AddForm, doors.add, reactions),
  [post(routes.packUndo)]: managed(UndoForm, doors.undo, reactions),
  [post(routes.trackPackManage)]: managedByForm(reactions),
  [get(routes.trackPackEntries)]: entriesEndpoint,
  [get(routes.apiPackTracks)]: entriesForPrograms,
  [post(routes.trackPackSubmit)]: submit(reactions),
});
