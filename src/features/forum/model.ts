/** A post as shown in its thread. */
export interface ShownPost {
  postId: number;
  /** safe HTML */
  html: string;
  postedAt: Date;
  updatedAt: Date;
  user: { UserId: number; Name: string };
  isCrew: boolean;
}
