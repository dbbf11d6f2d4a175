/* Before the first paint of pages made before any request: the reader's choice of day or night (src/layouts/mode.ts). */
{
  const chosen = /(?:^|; )ui_mode=([012])/.exec(document.cookie);
  if (chosen) document.documentElement.dataset.mode = ['auto', 'night', 'day'][chosen[1]];
}
