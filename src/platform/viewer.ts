import { Level } from '#lib/codes/level.ts';
import type { UiMode } from '#lib/codes/ui-mode.ts';

/** The session of a request. */
interface ViewerSession {
  /** its number in the user's list of sessions; not the secret id */
  readonly sessionId: number;
  /** when the user last authenticated: each time begins a new session */
  readonly signedInAt: Date;
  /** a second factor was proven */
  readonly hasFactor: boolean;
  /** a role was granted, but it needs a second factor first */
  readonly roleWaits: boolean;
}

/** The user or visitor who sent the request, on this edition. Derived from the session only, never from the request itself. */
export interface Viewer {
  /** null for a visitor */
  readonly accountId: number | null;
  /** the profile on this edition; 0 for a visitor */
  readonly userId: number;
  readonly name: string;
  readonly level: Level;
  readonly isSupporter: boolean;
  readonly uiMode: UiMode;
  /** changes with the picture, so that the new one is shown at once; missing without a session */
  readonly pictureVersion?: string;
  /** until then they can read, but not write; missing: not muted */
  readonly mutedUntil?: Date;
  /** missing for visitors, jobs and commands */
  readonly session?: ViewerSession;
}

export const visitor: Viewer = {
  accountId: null,
  userId: 0,
  name: '',
  level: Level.visitor,
  isSupporter: false,
  uiMode: 0,
};
