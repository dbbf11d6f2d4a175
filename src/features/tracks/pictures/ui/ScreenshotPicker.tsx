import { useEffect, useId, useRef, useState } from 'react';
import {
  maxPictures,
  type PictureEntry,
  pictureAccept,
  pictureEndings,
  pictureLimits,
} from '#features/tracks/pictures/pictures.ts';
import { chosenLabel } from '#ui/upload/dropped-files.ts';
import { type PictureAct, PictureItem } from './PictureItem.tsx';
import { moved, positionText } from './picture-list.ts';
import { usePastedPictures } from './use-pasted-pictures.ts';
import { usePictures } from './use-pictures.ts';
import './ScreenshotPicker.css';

interface Props {
  /** in order; the first is the cover */
  pictures: readonly PictureEntry[];
  onChange: (pictures: readonly PictureEntry[]) => void;
  disabled?: boolean;
  /** the track's file, or its name: distinguishes the pickers of one page */
  fileName: string;
  /** supporters may have more: maxPictures() */
  most?: number;
}

const { minWidth, minHeight, maxWidth, maxHeight } = pictureLimits;
const hint = `${pictureEndings.slice(0, -1).join(', ')} or ${pictureEndings.at(-1)}; ${minWidth}x${minHeight} to ${maxWidth}x${maxHeight}, aspect ratio 0.60 to 2. Choose, drop or paste them. The first is the cover.`;

/** Pictures of one track: choose, drop or paste, reorder, select the cover. */
export function ScreenshotPicker(props: Props) {
  const { pictures, fileName, disabled = false, most = maxPictures(false) } = props;
  const id = useId();
  const root = useRef<HTMLFieldSetElement>(null);
  const list = usePictures({ ...props, most });
  const [isOver, setIsOver] = useState(false);
  const [dragged, setDragged] = useState<string | null>(null);
  const [names, setNames] = useState<readonly string[]>([]);
  const [message, setMessage] = useState('');
  const [focus, setFocus] = useState<{ id: string; act: PictureAct } | null>(null);

  const take = (files: readonly File[]) => {
    setNames(files.map(({ name }) => name));
    const taken = list.add(files);
    setMessage(taken === 1 ? '1 picture was added.' : `${taken} pictures were added.`);
  };
  usePastedPictures(root, disabled, take);
  const takeChosen = (input: HTMLInputElement) => {
    take([...(input.files ?? [])]);
    input.value = ''; // so that the same file can be chosen again
  };
  // keeps files chosen before hydration
  const takeEarly = useRef(takeChosen);
  useEffect(() => {
    const input = root.current?.querySelector<HTMLInputElement>('input[type="file"]');
    if (input?.files?.length) takeEarly.current(input);
  }, []);

  // a moved picture keeps the focus, which the browser would drop
  useEffect(() => {
    if (!focus) return;
    const item = root.current?.querySelector(`[data-picture="${CSS.escape(focus.id)}"]`);
    item?.querySelector<HTMLElement>(`[data-act="${focus.act}"]`)?.focus();
    setFocus(null);
  }, [focus]);

  const move = (picture: PictureEntry, place: number, act: PictureAct) => {
    list.move(picture.Id, place);
    setMessage(positionText(moved(pictures, picture.Id, place), picture.Id));
    setFocus({ id: picture.Id, act });
  };
  const act = (picture: PictureEntry, place: number, what: PictureAct) => {
    switch (what) {
      case 'earlier':
        return move(picture, place - 1, what);
      case 'later':
        return move(picture, place + 1, what);
      case 'cover':
        return move(picture, 0, what);
      case 'remove': {
        const neighbour = pictures[place + 1] ?? pictures[place - 1];
        list.remove(picture.Id);
        setMessage(`${picture.FileName} was removed.`);
        if (neighbour) setFocus({ id: neighbour.Id, act: what });
        else root.current?.querySelector<HTMLElement>('input[type="file"]')?.focus();
        return;
      }
      default:
        return what satisfies never;
    }
  };

  return (
    <fieldset
      className={isOver ? 'f full pics is-over' : 'f full pics'}
      ref={root}
      disabled={disabled}
      onDragOver={(event) => {
        event.stopPropagation(); // the page accepts tracks in the same way
        event.preventDefault();
        if (dragged === null && !disabled) setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.stopPropagation();
        event.preventDefault();
        setIsOver(false);
        if (dragged === null && !disabled && event.dataTransfer.files.length > 0)
          take([...event.dataTransfer.files]);
      }}
    >
      <legend className="lb">Screenshots</legend>
      <span className="hint" id={`${id}-hint`}>
        {hint}
      </span>
      {pictures.length > 0 ? (
        <ol className="pics__list">
          {pictures.map((picture, place) => (
            <PictureItem
              key={picture.Id}
              picture={picture}
              place={place}
              isLast={place === pictures.length - 1}
              disabled={disabled}
              isDragged={dragged === picture.Id}
              onAct={(what) => act(picture, place, what)}
              onRetry={() => list.retry(picture.Id)}
              drag={{
                onDragStart(event) {
                  event.dataTransfer.effectAllowed = 'move';
                  event.dataTransfer.setData('text/plain', picture.FileName);
                  setDragged(picture.Id);
                },
                onDragEnter() {
                  if (dragged !== null && dragged !== picture.Id) list.move(dragged, place);
                },
                onDragEnd() {
                  setMessage(positionText(pictures, picture.Id));
                  setDragged(null);
                },
              }}
            />
          ))}
        </ol>
      ) : null}
      {list.refusals.map((refusal) => (
        <p className="note note--bad pics__refusal" role="alert" key={refusal.id}>
          <span>
            <b>{refusal.fileName}</b> {refusal.message}
          </span>
          <button
            type="button"
            className="btn"
            aria-label={`Dismiss the message about ${refusal.fileName}`}
            onClick={() => list.dismiss(refusal.id)}
          >
            Dismiss
          </button>
        </p>
      ))}
      <div className="file needs-script">
        <input
          type="file"
          accept={pictureAccept}
          multiple
          aria-label={`Screenshots of ${fileName}`}
          aria-describedby={`${id}-hint`}
          onChange={(event) => takeChosen(event.target)}
        />
        <span className="btn" aria-hidden="true">
          Add screenshots
        </span>
        <span className="file__name">{chosenLabel(names)}</span>
        <span className="hint n">
          {pictures.length} of {most}
        </span>
      </div>
      <span className="sr" role="status">
        {message}
      </span>
    </fieldset>
  );
}
