import { formatWhole } from '#lib/format/count.ts';
import { mustFind } from '#ui/dom.ts';

/** Requests an address of this server and shows the response in its place in an example. */
export async function show(example: HTMLElement, address: string): Promise<void> {
  const place = mustFind(example, '[data-answer]', HTMLElement);
  place.hidden = false;
  place.setAttribute('role', 'status');
  say(place, 'Loading…');
  const url = new URL(address, location.href);
  if (url.origin !== location.origin) return say(place, 'Only addresses of this site can be tried here.');
  const begun = performance.now();
  try {
    const response = await fetch(url, { headers: { accept: 'application/json' } });
    const text = await response.text();
    const took = Math.round(performance.now() - begun);
    const size = formatWhole(new TextEncoder().encode(text).length);
    if (response.redirected) say(place, `302, redirects to ${new URL(response.url).pathname}`);
    else say(place, `${response.status} in ${took} ms, ${size} bytes`, pretty(text));
  } catch {
    say(place, 'Error: Unhandled Error. Couldn’t reach the server.');
  }
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text.slice(0, 2000);
  }
}

function say(place: HTMLElement, words: string, body?: string): void {
  const line = document.createElement('p');
  line.className = 'meta';
  line.textContent = words;
  place.replaceChildren(line);
  if (body === undefined) return;
  const pre = document.createElement('pre');
  pre.tabIndex = 0; // scrollable with the keyboard
  pre.textContent = body;
  place.append(pre);
}
