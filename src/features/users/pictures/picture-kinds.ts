/** Pictures that users upload for their page: one is square, the other wide. */
const faceKinds = ['avatar', 'banner'] as const;
export type FaceKind = (typeof faceKinds)[number];

interface FaceRules {
  readonly minWidth: number;
  readonly minHeight: number;
  /** width of the selection divided by its height */
  readonly ratio: number;
  /** of the stored files, the largest first; a smaller picture is not enlarged */
  readonly widths: readonly number[];
}

export const faceRules: Readonly<Record<FaceKind, FaceRules>> = {
  avatar: { minWidth: 64, minHeight: 64, ratio: 1, widths: [256, 128, 64] },
  banner: { minWidth: 640, minHeight: 160, ratio: 4, widths: [1440, 720] },
};

export const maxSide = 5000;
export const faceFileBytes = 32 * 1024 * 1024;
export const maxFacePixels = maxSide * maxSide;
/** For `<input type="file" accept>`; the kind of a file is determined by its first bytes. */
export const faceAccept = '.png,.jpeg,.jpg,.bmp,.webp';

export const faceMessages = {
  wrongKind: 'Pictures must be png, jpeg, bmp or webp files.',
  tooManyBytes: `Too large (at most ${faceFileBytes / 1_048_576} MB).`,
  tooLarge: `Too large (at most ${maxSide}x${maxSide}).`,
} as const;

/** The error in a picture of these upright dimensions, as a sentence; null if there is none. */
export function faceProblem(kind: FaceKind, width: number, height: number): string | null {
  const { minWidth, minHeight } = faceRules[kind];
  if (width < minWidth || height < minHeight) return `Too tiny (at least ${minWidth}x${minHeight}).`;
  return width > maxSide || height > maxSide ? faceMessages.tooLarge : null;
}

/** A selection: its upper left corner and width as fractions of the picture's width and height. */
export interface Selection {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

interface Cut {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The largest selection of this kind, in the middle. */
export function centred(kind: FaceKind, width: number, height: number): Selection {
  const cutWidth = Math.min(width, height * faceRules[kind].ratio);
  const cutHeight = cutWidth / faceRules[kind].ratio;
  return { x: (width - cutWidth) / 2 / width, y: (height - cutHeight) / 2 / height, width: cutWidth / width };
}

/** The smallest and largest width of a selection as fractions of the picture's width. */
export function selectionWidths(
  kind: FaceKind,
  width: number,
  height: number,
): [least: number, most: number] {
  const { minWidth, ratio } = faceRules[kind];
  const most = Math.min(1, (height * ratio) / width);
  return [Math.min(minWidth / width, most), most];
}

/** A selection moved and resized so that it is within the picture and large enough. */
export function fitted(
  kind: FaceKind,
  width: number,
  height: number,
  { x, y, width: part }: Selection,
): Selection {
  const [least, most] = selectionWidths(kind, width, height);
  const fittedWidth = Math.min(Math.max(part, least), most);
  const fittedHeight = (fittedWidth * width) / faceRules[kind].ratio / height;
  return {
    x: Math.min(Math.max(x, 0), 1 - fittedWidth),
    y: Math.min(Math.max(y, 0), Math.max(0, 1 - fittedHeight)),
    width: fittedWidth,
  };
}

/** The pixels of a selection; without one, of the largest in the middle. */
export function cutOf(kind: FaceKind, width: number, height: number, selection: Selection | null): Cut {
  const chosen = fitted(kind, width, height, selection ?? centred(kind, width, height));
  const cutWidth = Math.min(Math.round(chosen.width * width), width);
  const cutHeight = Math.min(Math.round(cutWidth / faceRules[kind].ratio), height);
  return {
    left: Math.min(Math.round(chosen.x * width), width - cutWidth),
    top: Math.min(Math.round(chosen.y * height), height - cutHeight),
    width: cutWidth,
    height: cutHeight,
  };
}

/** The selection of a form; null if it has none, as from a browser without scripts. */
export function sentSelection(form: URLSearchParams): Selection | null {
  const [x = Number.NaN, y = Number.NaN, width = Number.NaN] = ['CropX', 'CropY', 'CropWidth'].map((name) => {
    const text = form.get(name) ?? '';
    return /^[01](\.\d{1,20})?$/.test(text) ? Number(text) : Number.NaN;
  });
  return Number.isNaN(x + y + width) ? null : { x, y, width };
}
