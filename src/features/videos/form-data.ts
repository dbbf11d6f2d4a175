import type { TypedTrack } from './model.ts';

/** The data of the forms for a video. */
export interface VideoFormData {
  /** null: a new one */
  readonly video: { readonly videoId: number; readonly version: number } | null;
  readonly address: string;
  readonly title: string;
  readonly author: string;
  readonly length: string;
  readonly creator: string;
  readonly tracks: readonly TypedTrack[];
  /** why nothing was filled in; null: it was, or nothing was requested */
  readonly notice: string | null;
  readonly needsReason: boolean;
  /** what is stored now, where it differs from what was typed: for the second of two editors */
  readonly changes: readonly { readonly field: string; readonly stored: string }[];
}

/** What the page /postvideo shows: the question for an address, the video that is already here, or the form for a new one. */
export type PostPage =
  | { readonly at: 'address'; readonly problem: string | null; readonly address: string }
  | { readonly at: 'known'; readonly videoId: number; readonly title: string }
  | { readonly at: 'form'; readonly form: VideoFormData };
