import { type PointerEvent, useEffect, useId, useRef, useState } from 'react';
import {
  maxPictures,
  type PictureEntry,
  pictureAccept,
  pictureEndings,
  pictureLimits,
} from '#features/tracks/pictures/pictures.ts';
import { closest, find } from '#ui/dom.ts';
import { startReorder } from '#ui/reorder.ts';
import { chosenLabel } from '#ui/upload/dropped-files.ts';
import { useChosenFiles, useDroppedFiles, usePastedPictures } from '#ui/upload/use-files.ts';
import { type PictureAct, PictureItem } from './PictureItem.tsx';
import { positionText } from './picture-list.ts';
import { usePictures } from './use-pictures.ts';

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
  const [names, setNames] = useState<readonly string[]>([]);
  const [message, setMessage] = useState('');
  const [focus, setFocus] = useState<{ id: string; act: PictureAct } | null>(null);

  const take = (files: readonly File[]) => {
    setNames(files.map(({ name }) => name));
    const taken = list.add(files);
    setMessage(taken === 1 ? 'Added 1 picture.' : `Added ${taken} pictures.`);
  };
  const chosen = useChosenFiles(take);
  usePastedPictures(root, '.pics:not(:disabled)', take);
  const isOver = useDroppedFiles(root, ({ files }) => !disabled && files.length > 0 && take([...files]));

  // a moved picture keeps the focus, which the browser would drop
  useEffect(() => {
    if (!focus) return;
    const item = `[data-picture="${CSS.escape(focus.id)}"]`;
    find(root.current, `${item} [data-act="${focus.act}"]`, HTMLElement)?.focus();
    setFocus(null);
  }, [focus]);

  const move = ({ Id }: PictureEntry, place: number, act?: PictureAct) => {
    setMessage(positionText(list.move(Id, place), Id));
    if (act) setFocus({ id: Id, act });
  };
  /** A mouse drags a picture anywhere but by its buttons; a finger, which also scrolls the page, by its handle. */
  const drag = (event: PointerEvent<HTMLElement>, picture: PictureEntry) => {
    const { target, currentTarget: item, pointerType } = event;
    if (disabled || !item.parentElement) return;
    if (
      pointerType === 'mouse' ? closest(target, 'button', Element) : !closest(target, '[data-grip]', Element)
    )
      return;
    startReorder(event.nativeEvent, {
      list: item.parentElement,
      item,
      name: picture.FileName,
      onDrop: (place) => move(picture, place),
    });
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
        else chosen.ref.current?.focus();
        return;
      }
      default:
        return what satisfies never;
    }
  };

  return (
    <fieldset
      className={isOver && !disabled ? 'f full pics is-over' : 'f full pics'}
      ref={root}
      disabled={disabled}
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
              onAct={(what) => act(picture, place, what)}
              onRetry={() => list.retry(picture.Id)}
              onPress={(event) => drag(event, picture)}
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
          {...chosen}
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
