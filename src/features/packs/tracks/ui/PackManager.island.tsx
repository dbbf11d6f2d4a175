import { type MouseEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { PackTrackStatus } from '#lib/codes/pack.ts';
import { routes } from '#routes/routes.ts';
import { closest, isPlainClick } from '#ui/dom.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Question } from '#ui/Question.tsx';
import { startReorder } from '#ui/reorder.ts';
import { useAtom } from '#ui/stores/use-atom.ts';
import type { PackEntries, PackEntry } from '../entries.ts';
import { isInTab, type ManagerTab, managerTabs, tabNames } from '../manager-tabs.ts';
import { AddTracks } from './AddTracks.tsx';
import type { RowActs } from './ManagerRow.tsx';
import { ManagerRows } from './ManagerRows.tsx';
import { managerServer } from './manager-server.ts';
import { type ManagerState, ManagerStore } from './manager-store.ts';
import { StatusQuestion, statusNames } from './StatusQuestion.tsx';
import { afterStep } from './steps.ts';
import { type Lifted, pressHandle, useRefresh, useRowFocus, useUndoKey, useUnsent } from './use-manager.ts';

interface Props {
  packId: number;
  viewerId: number;
  tab: ManagerTab;
  /** the first rows of the tab; the rest is loaded */
  first: PackEntries;
  counts: Readonly<Record<ManagerTab, number>>;
}

type OpenQuestion =
  | { readonly act: 'status'; readonly track: PackEntry; readonly status: PackTrackStatus }
  | { readonly act: 'remove'; readonly track: PackEntry };

/**
 * The tracks of a pack for its managers. Links and forms of the page do the same without scripts. What needs the whole list has its place
 * from the beginning, so that nothing moves when the list arrives.
 */
export function PackManager({ packId, viewerId, tab: startTab, first, counts: firstCounts }: Props) {
  const [store] = useState(() => new ManagerStore({ server: managerServer(packId), first, viewerId }));
  const state = useAtom(store.$state);
  const [tab, setTab] = useState(startTab);
  const [lifted, setLifted] = useState<Lifted | null>(null);
  const [question, setQuestion] = useState<OpenQuestion | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const [focusedId, focus] = useRowFocus(list);
  useRefresh(store);
  useUndoKey(store);

  const { tracks, isComplete, message, steps } = state;
  useUnsent(steps.length > 0);
  const last = tracks.filter(({ Position }) => Position !== null).length;
  const shown = useMemo(() => {
    const order = lifted
      ? afterStep(tracks, { act: 'move', trackId: lifted.track.TrackId, position: lifted.position })
      : tracks;
    return order.filter((track) => isInTab(tab, track));
  }, [tracks, lifted, tab]);

  /** The handlers of this render; rows get an object that stays the same and calls them. */
  const current = useRef<RowActs | null>(null);
  current.current = {
    press(event, track) {
      const item = closest(event.currentTarget, '[data-track]', HTMLElement);
      if (event.button !== 0 || lifted || !item || !list.current) return;
      focus(track.TrackId, 'grip'); // a finger does not focus it, and its handle must stay while it is dragged
      store.hold();
      startReorder(event.nativeEvent, {
        list: list.current,
        item,
        name: track.TrackName,
        onDrop(_, next) {
          focus(track.TrackId, 'grip');
          store.drop(track, track.TrackName, next instanceof HTMLElement ? Number(next.dataset.track) : null);
        },
        onCancel: () => store.release(),
      });
    },
    key: (event, track) => pressHandle(event, track, { store, lifted, setLifted, last, focus }),
    place(track, position) {
      focus(track.TrackId, 'position');
      store.moveTo(track, track.TrackName, position);
    },
    setStatus: (track, status) => setQuestion({ act: 'status', track, status }),
    remove: (track) => setQuestion({ act: 'remove', track }),
  };
  const [acts] = useState<RowActs>(() => ({
    press: (...args) => current.current?.press(...args),
    key: (...args) => current.current?.key(...args),
    place: (...args) => current.current?.place(...args),
    setStatus: (...args) => current.current?.setStatus(...args),
    remove: (...args) => current.current?.remove(...args),
  }));

  // leaving the handle puts a row back that was picked up with the keyboard
  const liftedId = lifted?.track.TrackId;
  useEffect(() => {
    if (liftedId === undefined) return;
    const leave = ({ target }: Event) => {
      if (closest(target, `[data-track="${liftedId}"] [data-part="grip"]`, Element)) return;
      setLifted(null);
      store.release();
      store.say('Move cancelled.');
    };
    document.addEventListener('focusin', leave);
    document.addEventListener('pointerdown', leave);
    return () => {
      document.removeEventListener('focusin', leave);
      document.removeEventListener('pointerdown', leave);
    };
  }, [liftedId, store]);

  const answer = (given: OpenQuestion, note = '') => {
    const { TrackId: trackId, TrackName: name } = given.track;
    const at = shown.findIndex((track) => track.TrackId === trackId);
    const next = shown[at + 1] ?? shown[at - 1];
    setQuestion(null);
    if (given.act === 'remove') {
      if (next) focus(next.TrackId, 'remove'); // the row with the focus disappears
      void store.take({ act: 'remove', trackId }, `${name} was removed.`);
    } else {
      const { status } = given;
      if (next && !isInTab(tab, { Status: status })) focus(next.TrackId, 'status');
      void store.take({ act: 'status', trackId, status, note }, `${name} is now ${statusNames.get(status)}.`);
    }
  };
  const open = (event: MouseEvent, next: ManagerTab) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    history.replaceState(history.state, '', routes.trackPackManageTab(packId, next));
    setTab(next);
  };
  const countOf = (one: ManagerTab) =>
    isComplete ? tracks.filter((track) => isInTab(one, track)).length : firstCounts[one];

  return (
    <div className="pm" data-unsaved={steps.length > 0 ? '' : undefined}>
      {state.list.NeedsReason && (
        <div className="f pm__reason needs-script" inert={!isComplete}>
          <label className="lb" htmlFor="pm-reason">
            Reason
          </label>
          <input
            className="in"
            id="pm-reason"
            maxLength={2000}
            aria-describedby="pm-reason-hint"
            onChange={({ target }) => store.giveReason(target.value)}
          />
          <span className="hint" id="pm-reason-hint">
            You’re editing as a moderator. Your reason is logged and sent to the owner.
          </span>
        </div>
      )}
      <AddTracks store={store} isReady={isComplete} />
      <div className="pm__tools">
        <nav className="seg" aria-label="Tracks shown">
          {tabNames.map((one) => (
            <a
              key={one}
              className="btn"
              href={routes.trackPackManageTab(packId, one)}
              aria-current={one === tab ? 'true' : undefined}
              onClick={(event) => open(event, one)}
            >
              {managerTabs[one].label} <span className="n">{countOf(one)}</span>
            </a>
          ))}
        </nav>
        <UndoButton state={state} viewerId={viewerId} onPress={() => store.undo(false)} />
      </div>
      {tab === 'approved' && (
        <details className="pm__keys hint needs-script">
          <summary>How to order the tracks</summary>
          <p>
            Drag a track by its handle, type its position, or use the keyboard: Space on the handle picks it
            up, the arrow keys, Page Up, Page Down, Home and End move it, Space puts it down, Escape cancels.
            Ctrl+Z undoes your last step.
          </p>
        </details>
      )}
      <p className={message.isBad ? 'pm__said pm__said--bad' : 'pm__said'} role="status">
        {message.text}
        {steps.length > 0 && (
          <span className="meta" aria-hidden="true">
            {' '}
            Saving…
          </span>
        )}
      </p>
      {shown.length === 0 ? (
        <EmptyState what={empty[tab]} icon="flag" />
      ) : (
        <ManagerRows
          packId={packId}
          label={`${managerTabs[tab].label} tracks`}
          tracks={shown}
          list={list}
          liftedId={liftedId}
          focusedId={focusedId}
          acts={isComplete ? acts : null}
        />
      )}
      {question?.act === 'status' && (
        <StatusQuestion
          track={question.track}
          status={question.status}
          onClose={() => setQuestion(null)}
          onYes={(note) => answer(question, note)}
        />
      )}
      {question?.act === 'remove' && (
        <Question
          title="Remove this track?"
          no="Cancel"
          yes="Remove"
          onClose={() => setQuestion(null)}
          onYes={() => answer(question)}
        >
          <p>
            <b dir="auto">{question.track.TrackName}</b> will be removed from this pack. The track itself
            stays on the site.
          </p>
        </Question>
      )}
    </div>
  );
}

const empty: Readonly<Record<ManagerTab, string>> = {
  approved: 'No tracks added yet.',
  unapproved: 'Every track is approved or retired.',
  retired: 'No retired tracks.',
};

interface UndoProps {
  state: ManagerState;
  viewerId: number;
  onPress(): void;
}

/** Undoes the last step, and says which one it is and whose. */
function UndoButton({ state: { list, steps, isComplete }, viewerId, onPress }: UndoProps) {
  const isOthers = list.Undo !== null && list.Undo.ByUserId !== viewerId;
  return (
    <span className="pm__undo needs-script" inert={!isComplete}>
      <button type="button" className="btn" disabled={!list.Undo && steps.length === 0} onClick={onPress}>
        <Icon name="reply" small />
        Undo
      </button>
      <span className="meta">
        {list.Undo && steps.length === 0
          ? `${list.Undo.Text}${isOthers ? `, by ${list.Undo.ByName}` : ''}`
          : steps.length === 0 && 'Nothing to undo'}
      </span>
    </span>
  );
}
