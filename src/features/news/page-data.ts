import type { ShownPost } from '#features/forum/model.ts';
import type { Verdict } from '#lib/rules/verdict.ts';
import type { NewsStatus } from './model.ts';

/** The data of the form for a news post. */
export interface NewsFormData {
  /** null: a new one */
  readonly news: { readonly newsId: number; readonly version: number; readonly author: string } | null;
  readonly title: string;
  readonly message: string;
  readonly status: NewsStatus;
  /** value of the control: UTC without a zone */
  readonly releaseDate: string;
  readonly needsReason: boolean;
  /** what is stored now, where it differs from what was typed: for the second of two editors */
  readonly changes: readonly { readonly field: string; readonly stored: string }[];
}

/** A news post that is not published, for the crew. */
export interface UnpublishedNewsRow {
  readonly newsId: number;
  readonly title: string;
  readonly author: { readonly UserId: number; readonly Name: string };
  readonly releaseAt: Date | null;
  readonly deletedAt: Date | null;
  readonly deletedReason: string | null;
  /** restoring another moderator's post needs a reason */
  readonly needsReason: boolean;
}

/** The data of the page of a news post. */
export interface NewsPostData {
  readonly newsId: number;
  readonly title: string;
  /** safe HTML */
  readonly html: string;
  readonly author: { readonly UserId: number; readonly Name: string };
  readonly postedAt: Date;
  /** null: not changed, or only in the first minutes */
  readonly editedAt: Date | null;
  readonly status: NewsStatus;
  readonly releaseAt: Date | null;
  readonly threadId: number | null;
  readonly isDismissed: boolean;
  readonly mayWrite: boolean;
}

/** A page of the comments of a news post. */
export interface NewsCommentsData {
  readonly threadId: number;
  readonly posts: readonly ShownPost[];
  readonly count: number;
  readonly current: number;
  readonly last: number;
  /** whether the viewer may write one */
  readonly right: Verdict;
}
