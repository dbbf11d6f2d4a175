import { useCallback, useEffect, useState } from 'react';
import { loader } from '#ui/loader.ts';
import { nextCamera, type SpaceView, usualOrbit, within } from '../space/space-view.ts';
import type { SpaceView as Scene } from './space/SpaceView.tsx';

const loadSpaceView = loader(() => import('./space/SpaceView.tsx'));

const notLoaded = 'Couldn’t load the view in three dimensions. Check your connection and try again.';
const turnDegrees = 15;
const zoomFactor = 1.4;

export type Space = ReturnType<typeof useSpace>;

/** The view in three dimensions: whether it is shown and how. Its code is loaded when it is opened for the first time. */
export function useSpace(first: SpaceView | null, isPossible: boolean) {
  const [chosen, setView] = useState(first);
  const [last, setLast] = useState<SpaceView>(first ?? { camera: 'chase', orbit: usualOrbit });
  const [loaded, setLoaded] = useState<{ readonly component: typeof Scene } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const view = isPossible ? chosen : null;
  const isOpened = view !== null;
  const fail = useCallback((why: string) => {
    setProblem(why);
    setView(null);
  }, []);
  useEffect(() => {
    if (!isOpened || loaded) return;
    loadSpaceView().then(
      ({ SpaceView: component }) => setLoaded({ component }),
      () => fail(notLoaded),
    );
  }, [isOpened, loaded, fail]);
  const change = useCallback((next: (view: SpaceView) => SpaceView) => {
    setView((from) => from && next(from));
  }, []);
  const toggle = () => {
    if (!isPossible) return;
    setProblem(null);
    if (view) setLast(view);
    setView(view ? null : last);
  };
  return {
    /** null: the map is shown */
    view,
    /** null: not loaded yet */
    Scene: loaded?.component ?? null,
    isShown: view !== null && loaded !== null,
    isLoading: view !== null && loaded === null,
    problem,
    fail,
    change,
    toggle,
    nextCamera: () => change((from) => ({ ...from, camera: nextCamera(from.camera) })),
    turn: (right: number, down: number) =>
      change(({ orbit }) => ({
        camera: 'orbit',
        orbit: within({
          ...orbit,
          around: orbit.around + right * turnDegrees,
          above: orbit.above - down * turnDegrees,
        }),
      })),
    zoom: (by: 1 | -1) =>
      change(({ orbit }) => ({
        camera: 'orbit',
        orbit: within({ ...orbit, metres: orbit.metres / zoomFactor ** by }),
      })),
  };
}
