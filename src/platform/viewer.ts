import { Level, type UiMode } from '#lib/codes/level.ts';

/** The sign-in a request belongs to. */
export interface ViewerSession {
  /** its number in the person's list of sessions; not the secret id */
  readonly sessionId: number;
  /** when the person last proved who they are: each proof begins a new session */
  readonly signedInAt: Date;
  /** a second factor was proven */
  readonly hasFactor: boolean;
  /** a role was granted, but it needs a second factor first */
  readonly roleWaits: boolean;
}

/** Who is asking, on this edition. Never taken from the request itself: made from the session alone. */
export interface Viewer {
  /** null for a visitor */
  readonly accountId: number | null;
  /** the profile on this edition; 0 for a visitor */
  readonly userId: number;
  readonly name: string;
  readonly level: Level;
  readonly isSupporter: boolean;
  readonly uiMode: UiMode;
  /** absent for visitors, and for people that jobs and commands stand for */
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
