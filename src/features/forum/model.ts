/** A post as its thread shows it. */
export interface ShownPost {
  postId: number;
  /** safe HTML */
  html: string;
  postedAt: Date;
  updatedAt: Date;
  user: { UserId: number; Name: string };
  isCrew: boolean;
}
