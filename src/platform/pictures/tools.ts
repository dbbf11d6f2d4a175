/** Formats of stored pictures, the best first. */
export const pictureFormats = ['avif', 'webp', 'jpeg'] as const;
export type PictureFormat = (typeof pictureFormats)[number];

/** One version of a picture. */
export interface DrawnFile {
  readonly format: PictureFormat;
  readonly width: number;
  readonly height: number;
  readonly bytes: Buffer;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A part of a picture, in pixels. */
export interface Area extends Size {
  readonly left: number;
  readonly top: number;
}

/** The bytes of a picture, or its file: large ones do not pass through the server. */
export type PictureSource = { readonly bytes: Uint8Array } | { readonly path: string };

/** An opened picture with its upright size, or why it is not opened; the kind and the size are those of its header. */
type Opened =
  | ({ readonly is: 'picture' | 'too large' } & Size)
  | { readonly is: 'of another kind' }
  /** `reason`: a sentence, if there is one more exact than that it is damaged */
  | { readonly is: 'damaged'; readonly reason: string | null };

/** How one of our own SVG drawings becomes pixels. */
export interface Rasterising {
  readonly svg: string;
  readonly density: number;
  readonly size: { readonly width: number; readonly height?: number } | null;
  readonly isFlipped?: boolean;
  readonly format: 'png' | 'small-png' | { readonly jpegQuality: number };
}

/** A card: an SVG, with a picture in it if there is one and it can be read. */
export interface CardDrawing {
  readonly svg: { readonly withPhoto: string; readonly withoutPhoto: string };
  /** one that fills the frame, or four that share it; fewer than four: only the first is shown */
  readonly photos: readonly Uint8Array[];
  readonly frame: Area;
  readonly background: string;
  /** behind the picture */
  readonly mount: string;
  /** of the results, the full width first */
  readonly widths: readonly number[];
}

/**
 * What can be done with pictures. A null means that the picture is damaged; a rejection says nothing about the picture, unless
 * it is TooCostly. Nothing here limits time: the process in which it runs does.
 */
export interface PictureTools {
  /** Opens a picture for `redraw`. Its header is checked before a pixel is decoded. */
  open(source: PictureSource, maxPixels: number): Promise<Opened>;
  /** All versions of the opened picture, the largest JPEG first: of an area in given widths, or of the whole. */
  redraw(
    part: { readonly area: Area; readonly widths: readonly number[] } | null,
  ): Promise<DrawnFile[] | null>;
  /** A picture of this kind as one WebP that fits into the box. */
  fitted(
    picture: { readonly bytes: Uint8Array; readonly kind: string; readonly maxPixels: number },
    box: Size,
  ): Promise<(Size & { readonly bytes: Buffer }) | null>;
  /** A thumbnail of a game file, which is stored upside down, as JPEG. */
  thumbnail(jpeg: Uint8Array): Promise<Buffer | null>;
  raster(drawing: Rasterising): Promise<Buffer>;
  /** JPEGs of a card, one for each width. */
  card(drawing: CardDrawing): Promise<Buffer[]>;
}
