import type { z } from 'zod';
import { Level } from '#lib/codes/level.ts';
import { no, type Verdict, yes } from '#lib/rules/verdict.ts';
import type { Ctx } from '#platform/context.ts';
import { action } from '#platform/http/action.ts';
import { Problem } from '#platform/http/problem.ts';
import type { RouteTable } from '#platform/http/router.ts';
import type { HttpRequest } from '#platform/http/types.ts';
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
import { entriesEndpoint } from './entries-endpoint.ts';
import { managedPack, manageTracks, mayManage } from './manage.ts';
import type { PackTrackReactions } from './step.ts';
import { maySubmit, submissionOf, submitOrWithdraw } from './submit.ts';

const signedIn = ({ level }: Ctx['viewer']): Verdict =>
  level >= Level.basic ? yes : no('Sign in to change a trackpack.');

/** A form that was refused is shown again on the page with the same address. */
const samePage = (_: URLSearchParams, { path }: HttpRequest) => encodeURI(path);

/** A change by the managers of a pack. */
const managed = <Schema extends z.ZodType<Managed>>(input: Schema, reactions: PackTrackReactions) =>
  action({
    touches: 'edition',
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
  [put(routes.packToggleStatus)]: managed(StatusForm, reactions),
  [del(routes.packRemoveTrack)]: managed(RemoveForm, reactions),
  [put(routes.packMoveTrack)]: managed(MoveForm, reactions),
  [post(routes.packAddTracks)]: managed(AddForm, reactions),
  [post(routes.packUndo)]: managed(UndoForm, reactions),
  [post(routes.trackPackManage)]: managedByForm(reactions),
  [get(routes.trackPackEntries)]: entriesEndpoint,
  [post(routes.trackPackSubmit)]: submit(reactions),
});
