import type { ViewerAnswer } from './viewer-person.ts';

/** Fills the corner of a page made before any request, where nothing personal may stand. */
export async function fillViewerCorner(corner: HTMLElement) {
  const answer = await askViewer(corner.dataset.viewerCorner ?? '');
  const kind = answer?.User ? 'person' : 'visitor';
  const template = corner.querySelector<HTMLTemplateElement>(`template[data-for="${kind}"]`);
  if (!template) return;
  const content = template.content.cloneNode(true) as DocumentFragment; // what a template holds
  if (answer?.User) (await import('./viewer-person.ts')).fillPerson(content, answer);
  document.documentElement.dataset.viewer = kind;
  corner.replaceChildren(content);
}

/** null when the server cannot be asked: the corner then offers to sign in, which explains itself. */
async function askViewer(address: string): Promise<ViewerAnswer | null> {
  try {
    const response = await fetch(address, { headers: { accept: 'application/json' } });
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}
