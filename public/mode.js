/* Before the first paint of pages that are the same for everybody: the reader's choice of day or night (src/layouts/header/mode.ts). */
{
  const name = location.protocol === 'https:' ? '__Host-ui_mode' : 'ui_mode';
  const chosen = new RegExp(`(?:^|; )${name}=([012])`).exec(document.cookie);
  if (chosen) document.documentElement.dataset.mode = ['auto', 'night', 'day'][chosen[1]];
}
