import type { ViewerAnswer } from './viewer-person.ts';

/** Fills the personal corner of a prerendered page, which contains nothing personal. Imported by pages that have one. */
async function fillViewerCorner(corner: HTMLElement) {
  const answer = await askViewer(corner.dataset.viewerCorner ?? '');
  const kind = answer?.User ? 'person' : 'visitor';
  const template = corner.querySelector<HTMLTemplateElement>(`template[data-for="${kind}"]`);
  if (!template) return;
  const content = template.content.cloneNode(true) as DocumentFragment; // what a template holds
  if (answer?.User) (await import('./viewer-person.ts')).fillPerson(content, answer);
  document.documentElement.dataset.viewer = kind;
  corner.replaceChildren(content);
}

/** null if the server cannot be reached: the corner then offers to sign in. */
async function askViewer(address: string): Promise<ViewerAnswer | null> {
  try {
    const response = await fetch(address, { headers: { accept: 'application/json' } });
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

const corner = document.querySelector<HTMLElement>('[data-viewer-corner]');
if (corner) void fillViewerCorner(corner);
