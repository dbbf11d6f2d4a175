/** Goes to what was just written. The page is made anew even when only the part behind the # differs. */
export function openRemark(link: string): void {
  const goal = new URL(link, location.href);
  const isHere = goal.pathname === location.pathname && goal.search === location.search;
  if (!isHere) {
    location.assign(goal);
    return;
  }
  history.replaceState(null, '', goal);
  location.reload();
}
