/** Where a copy comes from, as its page says. */
export interface CopySource {
  /** of the other site */
  readonly host: string;
  /** the page there */
  readonly href: string;
  /** when the other site was last read completely; null: not yet */
  readonly readAt: Date | null;
}
