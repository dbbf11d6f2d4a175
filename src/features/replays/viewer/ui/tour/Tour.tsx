import { useEffect, useRef, useState } from 'react';
import { routes } from '#routes/routes.ts';
import { Icon } from '#ui/Icon.tsx';
import type { TourStop, Tour as Way } from '../../tour.ts';
import type { Playback } from '../playback.ts';

interface Props {
  tour: Way;
  playback: Playback;
  /** everything of this record is there, so it can be played; before that, nothing goes on */
  isReady: boolean;
  prefersReducedMotion: () => boolean;
  /** the address of a record, with the camera and speed of this one */
  addressOf: (stop: TourStop) => string;
}

/** How long the end of a record is shown. */
const restMs = 3000;

/** The records of a pack one after another: what comes next, and by itself goes on to it. Without a script, its links do. */
export function Tour({ tour, playback, isReady, prefersReducedMotion, addressOf }: Props) {
  const { packId, packName, position, tracks, next } = tour;
  const [following] = next;
  // with less motion, the page changes only by a press; the server does not know
  const [isStill, setStill] = useState(true);
  const [isOn, setOn] = useState(true);
  const [isAtEnd, setAtEnd] = useState(false);
  const isStarted = useRef(false);
  useEffect(() => setStill(prefersReducedMotion()), [prefersReducedMotion]);
  useEffect(() => {
    if (!isReady || isStill || isStarted.current) return;
    isStarted.current = true;
    if (playback.timeMs < playback.endMs) playback.play();
  }, [isReady, isStill, playback]);
  useEffect(
    () =>
      playback.listen(() =>
        setAtEnd(playback.endMs > 0 && !playback.isPlaying && playback.timeMs >= playback.endMs),
      ),
    [playback],
  );
  const goesOn = isOn && isAtEnd && isStarted.current && following !== undefined;
  const address = useRef(addressOf);
  address.current = addressOf;
  useEffect(() => {
    if (!goesOn) return undefined;
    const timer = setTimeout(() => {
      if (document.hidden) setOn(false);
      else location.assign(address.current(following));
    }, restMs);
    return () => clearTimeout(timer);
  }, [goesOn, following]);
  const toggle = () => {
    setOn(!isOn);
    if (isOn) playback.pause();
    else if (!isAtEnd) playback.play();
  };
  return (
    <section className="rv__tour" aria-label="Records of the trackpack">
      <p>
        Records of{' '}
        <a dir="auto" href={routes.trackPackShow(packId)}>
          {packName}
        </a>{' '}
        <span className="meta n">
          {position} of {tracks}
        </span>
      </p>
      <span className="rv__tourtools">
        {!isStill && following && (
          <button type="button" className="btn js-only" onClick={toggle}>
            {isOn ? 'Pause the tour' : 'Go on'}
          </button>
        )}
        {following && (
          <a className="btn" rel="next" href={addressOf(following)}>
            Skip
            <span className="sr"> to {following.trackName}</span>
            <Icon name="right" />
          </a>
        )}
        <a className="btn" href={routes.trackPackShow(packId)}>
          Stop
        </a>
      </span>
      <p role="status" className="rv__tourstate">
        {goesOn && `Next: ${following.trackName}`}
        {!following && 'This is the last record of the pack.'}
      </p>
      {next.length > 0 && (
        <details>
          <summary>Next records</summary>
          <ol>
            {next.map((stop) => (
              <li key={stop.trackId}>
                <a dir="auto" href={addressOf(stop)}>
                  {stop.trackName}
                </a>{' '}
                <span className="time n">{stop.result}</span> by <bdi>{stop.driver}</bdi>
              </li>
            ))}
          </ol>
        </details>
      )}
    </section>
  );
}
