import { hideFromTop, showOnTop } from '../stores/on-top.ts';

const restMs = 150;
const gapPx = 10;
/** windows at least this wide have room for the picture next to the link; in others it is shown below */
const besidePx = 1620;
const proportion = 16 / 10;

const tip = document.createElement('div');
tip.className = 'pictip';
tip.setAttribute('aria-hidden', 'true');
const picture = new Image();
picture.alt = '';
tip.append(picture);

let shown: HTMLElement | null = null;

/** Shows the picture that a link names in `data-picture` while the pointer rests on the link. */
export async function showPicture(link: HTMLElement): Promise<void> {
  const { picture: source } = link.dataset;
  if (shown === link || source === undefined) return;
  hide();
  shown = link;
  const leaving = new AbortController();
  const leave = () => {
    leaving.abort();
    if (shown === link) hide();
  };
  const { signal } = leaving;
  link.addEventListener('pointerleave', leave, { signal });
  link.addEventListener('click', leave, { signal });
  addEventListener('scroll', leave, { signal, capture: true });
  addEventListener('keydown', ({ key }) => key === 'Escape' && leave(), { signal });
  await new Promise((resolve) => setTimeout(resolve, restMs));
  if (shown !== link) return;
  picture.src = source;
  try {
    await picture.decode();
  } catch {
    return; // a picture that does not load is not shown
  }
  if (shown !== link || !link.isConnected) return;
  showOnTop(tip);
  place(link);
}

function hide(): void {
  shown = null;
  hideFromTop(tip);
}

/** Next to the link or, in narrower windows, below it; above it where there is no room. */
function place(link: HTMLElement): void {
  const at = link.getBoundingClientRect();
  const width = tip.offsetWidth;
  const height = width / proportion;
  const isBeside = innerWidth >= besidePx && at.right + gapPx + width <= innerWidth;
  const below = at.bottom + gapPx;
  const x = isBeside ? at.right + gapPx : at.left;
  const y = isBeside
    ? at.top + at.height / 2 - height / 2
    : below + height > innerHeight
      ? at.top - gapPx - height
      : below;
  const within = (value: number, most: number) => Math.round(Math.max(gapPx, Math.min(value, most - gapPx)));
  tip.style.setProperty('left', `${within(x, innerWidth - width)}px`);
  tip.style.setProperty('top', `${within(y, innerHeight - height)}px`);
}
