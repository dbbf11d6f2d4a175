/** The front page counts new tracks up to this number, so that a visit costs the same in a community of any size. */
export const mostNewCounted = 10_000;
