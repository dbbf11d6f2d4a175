/** Goes to the text that was just written. Reloads the page even if only the fragment of the address changes. */
export function openComment(link: string): void {
  const goal = new URL(link, location.href);
  const isHere = goal.pathname === location.pathname && goal.search === location.search;
  if (!isHere) {
    location.assign(goal);
    return;
  }
  history.replaceState(null, '', goal);
  location.reload();
}
