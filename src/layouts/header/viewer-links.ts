import { find, mustFind } from '#ui/dom.ts';
import { loader } from '#ui/loader.ts';
import type { ViewerAnswer } from './viewer-person.ts';

const loadViewerPerson = loader(() => import('./viewer-person.ts'));

/** Adds the viewer's links to a prerendered page, which contains nothing personal. Only imported by such pages. */
async function fillViewerLinks(place: HTMLElement) {
  const answer = await requestViewer(place.dataset.viewerLinks ?? '');
  const person = answer?.User ? await loadViewerPerson().catch(() => null) : null;
  const kind = person ? 'person' : 'visitor';
  const template = mustFind(place, `template[data-for="${kind}"]`, HTMLTemplateElement);
  const content = document.importNode(template.content, true);
  if (answer) person?.fillPerson(content, answer);
  document.documentElement.dataset.viewer = kind;
  place.replaceChildren(content);
}

/** null if the server cannot be reached; the page then shows the link to sign in. */
async function requestViewer(address: string): Promise<ViewerAnswer | null> {
  try {
    const response = await fetch(address, { headers: { accept: 'application/json' } });
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

const place = find(document, '[data-viewer-links]', HTMLElement);
if (place) void fillViewerLinks(place);
