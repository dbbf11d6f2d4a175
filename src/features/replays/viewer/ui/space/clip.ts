import type { Caption } from '../../space/caption.ts';
import { compose } from './save-picture.ts';
import type { Frame } from './stage.ts';

/**
 * What a clip is recorded as: VP8 first, because the scene is drawn at the same time and other encoders take more of the processor. Some
 * browsers record MP4 only.
 */
const kinds = ['video/webm;codecs=vp8', 'video/webm', 'video/mp4'] as const;

/** The kind that this browser records; null: none. */
export const clipKind = (isSupported: (kind: string) => boolean): string | null =>
  kinds.find(isSupported) ?? null;

export const clipEnding = (kind: string): string => (kind.startsWith('video/mp4') ? 'mp4' : 'webm');

const framesPerSecond = 30;
const bitsPerSecond = 6_000_000;
const partMs = 1000;
/** A busy machine encodes late: the last frame is shown until the first bytes have come, or so often. */
const againMs = 100;
const mostAgain = 200;
/** Encoders need even sizes. */
const even = (pixels: number) => Math.max(2, 2 * Math.floor(pixels / 2));

/** What this browser records canvases as; null if it cannot. */
export function kindHere(): string | null {
  if (typeof MediaRecorder !== 'function') return null;
  if (typeof HTMLCanvasElement.prototype.captureStream !== 'function') return null;
  return clipKind((kind) => MediaRecorder.isTypeSupported(kind));
}

/** A clip that is being recorded: of each frame that it is given, in the size of the first. */
export class Clip {
  readonly #canvas = document.createElement('canvas');
  readonly #parts: Blob[] = [];
  readonly #kind: string;
  #recorder: MediaRecorder | null = null;

  constructor(kind: string) {
    this.#kind = kind;
  }

  /** Throws if the browser refuses to record. */
  add({ layers, colours }: Frame, caption: Caption): void {
    if (this.#recorder === null) {
      const [drawn] = layers;
      this.#canvas.width = even(drawn?.width ?? 0);
      this.#canvas.height = even(drawn?.height ?? 0);
    }
    compose(this.#canvas, layers, caption, colours);
    this.#recorder ??= this.#start();
  }

  #start(): MediaRecorder {
    const recorder = new MediaRecorder(this.#canvas.captureStream(framesPerSecond), {
      mimeType: this.#kind,
      videoBitsPerSecond: bitsPerSecond,
    });
    recorder.addEventListener('dataavailable', ({ data }) => this.#parts.push(data));
    recorder.start(partMs);
    return recorder;
  }

  /** Ends the clip. Resolves with its bytes, of which there are none if nothing could be recorded. */
  async finish(): Promise<Blob> {
    const recorder = this.#recorder;
    const isRecording = () => recorder?.state === 'recording';
    for (let again = 0; again < mostAgain && isRecording() && !this.#hasBytes; again++) {
      this.#canvas.getContext('2d')?.drawImage(this.#canvas, 0, 0);
      recorder?.requestData();
      await new Promise((resolve) => setTimeout(resolve, againMs));
    }
    await new Promise<void>((resolve) => {
      if (!recorder || !isRecording()) return resolve();
      recorder.addEventListener('stop', () => resolve());
      recorder.stop();
    });
    for (const track of recorder?.stream.getTracks() ?? []) track.stop();
    return new Blob(this.#parts, { type: this.#kind });
  }

  get #hasBytes(): boolean {
    return this.#parts.some(({ size }) => size > 0);
  }
}
