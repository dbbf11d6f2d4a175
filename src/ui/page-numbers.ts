/** A number of the bar, or a gap. `isFar` ones are hidden on narrow screens. */
export type PageMark = { readonly page: number; readonly isFar: boolean } | 'gap';

/** The page named by `p`: 1 if it is not a number, the last if it is too high. */
export function pageNumber(given: string | null, last: number): number {
  const page = given !== null && /^\d{1,6}$/.test(given) ? Number(given) : 1;
  return Math.min(Math.max(page, 1), Math.max(last, 1));
}

/** The numbers between First and Last: both ends, the current one and its neighbours; the rest is a gap. */
export function pageMarks(current: number, last: number): PageMark[] {
  const near = [1, current - 1, current, current + 1, last].filter((page) => page >= 1 && page <= last);
  const marks: PageMark[] = [];
  let before = 0;
  for (const page of [...new Set(near)].sort((a, b) => a - b)) {
    const between = page - before - 1;
    // a gap of one page is that page
    if (between === 1) marks.push({ page: page - 1, isFar: true });
    else if (between > 1) marks.push('gap');
    marks.push({ page, isFar: Math.abs(page - current) > 1 });
    before = page;
  }
  return marks;
}
