import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react';
import { chosenLabel } from '#ui/upload/dropped-files.ts';
import { useChosenFiles } from '#ui/upload/use-files.ts';
import {
  centred,
  type FaceKind,
  faceAccept,
  faceRules,
  fitted,
  type Selection,
  selectionWidths,
} from '../picture-kinds.ts';

interface Props {
  kind: FaceKind;
  hint: string;
}

interface Chosen {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

/** Parts of the picture by which one press of an arrow key moves the selection. */
const [step, smallStep] = [0.02, 0.005];

const keyMoves: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Chooses a picture and the part of it that is shown: dragged, moved with arrow keys, sized with a slider. */
export function CropPicture({ kind, hint }: Props) {
  const id = useId();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [selection, setSelection] = useState<Selection | null>(null);
  const [fileName, setFileName] = useState<string | null>(null);
  const url = chosen?.url;
  useEffect(() => () => (url === undefined ? undefined : URL.revokeObjectURL(url)), [url]);

  const choose = (file: File | undefined) => {
    setFileName(file?.name ?? null);
    setChosen(null);
    setSelection(null);
    if (!file) return;
    const address = URL.createObjectURL(file);
    const image = new Image();
    image.onload = () => {
      setChosen({ url: address, width: image.naturalWidth, height: image.naturalHeight });
      setSelection(centred(kind, image.naturalWidth, image.naturalHeight));
    };
    // the server says what is wrong with the file
    image.onerror = () => URL.revokeObjectURL(address);
    image.src = address;
  };
  const input = useChosenFiles(([file]) => choose(file), { isSent: true });

  return (
    <div className="crop f">
      <label className="lb" htmlFor={`${id}-file`}>
        File
      </label>
      <span className="file" data-file>
        <input
          className="in"
          {...input}
          id={`${id}-file`}
          type="file"
          name="Picture"
          accept={faceAccept}
          aria-describedby={`${id}-hint`}
        />
        <span className="btn needs-script" aria-hidden="true">
          Choose a file
        </span>
        <span className="file__name needs-script">{chosenLabel(fileName === null ? [] : [fileName])}</span>
      </span>
      <span className="hint" id={`${id}-hint`}>
        {hint}
      </span>
      {chosen && selection && (
        <>
          <Frame kind={kind} picture={chosen} selection={selection} onChange={setSelection} />
          <SizeSlider kind={kind} picture={chosen} selection={selection} onChange={setSelection} />
          {(['x', 'y', 'width'] as const).map((part) => (
            <input
              key={part}
              type="hidden"
              name={{ x: 'CropX', y: 'CropY', width: 'CropWidth' }[part]}
              value={selection[part].toFixed(6)}
            />
          ))}
        </>
      )}
    </div>
  );
}

interface SelectionProps {
  kind: FaceKind;
  picture: Chosen;
  selection: Selection;
  onChange: (selection: Selection) => void;
}

/** For an SVG, whose attributes have their own spelling in lower case. */
const inTabOrder = { tabindex: 0 };

/** The picture with the selection, which is moved with a pointer or the arrow keys. */
function Frame({ kind, picture, selection, onChange }: SelectionProps) {
  const { width, height } = picture;
  const box = useRef<SVGSVGElement>(null);
  const held = useRef<{ x: number; y: number; from: Selection } | null>(null);
  const to = (x: number, y: number) => onChange(fitted(kind, width, height, { ...selection, x, y }));

  const press = (event: PointerEvent<SVGSVGElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    held.current = { x: event.clientX, y: event.clientY, from: selection };
  };
  const drag = (event: PointerEvent<SVGSVGElement>) => {
    const start = held.current;
    const shown = box.current?.getBoundingClientRect();
    if (!start || !shown) return;
    to(
      start.from.x + (event.clientX - start.x) / shown.width,
      start.from.y + (event.clientY - start.y) / shown.height,
    );
  };
  const release = () => {
    held.current = null;
  };
  const move = (event: KeyboardEvent) => {
    const way = keyMoves[event.key];
    if (!way) return;
    event.preventDefault();
    const by = event.shiftKey ? smallStep : step;
    to(selection.x + way[0] * by, selection.y + way[1] * by);
  };

  const [left, top, wide] = [selection.x * width, selection.y * height, selection.width * width];
  const tall = wide / faceRules[kind].ratio;
  const line = Math.max(width, height) / 200;
  return (
    <svg
      ref={box}
      className="crop__frame"
      viewBox={`0 0 ${width} ${height}`}
      role="application"
      aria-label="Selected area. Move it with the arrow keys."
      {...inTabOrder}
      onPointerDown={press}
      onPointerMove={drag}
      onPointerUp={release}
      onPointerCancel={release}
      onKeyDown={move}
    >
      <image href={picture.url} width={width} height={height} />
      <path
        className="crop__shade"
        fillRule="evenodd"
        d={`M0 0H${width}V${height}H0ZM${left} ${top}h${wide}v${tall}h${-wide}Z`}
      />
      <rect className="crop__line" x={left} y={top} width={wide} height={tall} strokeWidth={line} />
    </svg>
  );
}

/** The size of the selection, which keeps its centre. */
function SizeSlider({ kind, picture: { width, height }, selection, onChange }: SelectionProps) {
  const id = useId();
  const [least, most] = selectionWidths(kind, width, height);
  const percent = (part: number) => Math.round((part / most) * 100);
  const resize = (typed: number) => {
    const part = (typed / 100) * most;
    const tall = (by: number) => (by * width) / faceRules[kind].ratio / height;
    onChange(
      fitted(kind, width, height, {
        x: selection.x + (selection.width - part) / 2,
        y: selection.y + (tall(selection.width) - tall(part)) / 2,
        width: part,
      }),
    );
  };
  return (
    <>
      <label className="lb" htmlFor={id}>
        Size of the selection
      </label>
      <input
        className="crop__size"
        id={id}
        type="range"
        min={Math.min(Math.ceil((least / most) * 100), 100)}
        max={100}
        value={percent(selection.width)}
        onChange={(event) => resize(Number(event.currentTarget.value))}
      />
    </>
  );
}
