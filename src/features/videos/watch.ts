/** The external address of a video, starting at second `start`; invalid numbers are ignored. */
export function watchAddress(linkId: string, start: string | number | null = null): string {
  const address = new URL('https://www.youtube.com/watch');
  address.searchParams.set('v', linkId);
  if (start !== null && /^\d{1,6}$/.test(String(start))) address.searchParams.set('t', `${start}s`);
  return address.href;
}
