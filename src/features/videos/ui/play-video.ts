/** Replaces the picture of a video with its player. Only pages whose policy allows the player load it. */
export function play(link: HTMLAnchorElement): void {
  const { player = '', title = '' } = link.dataset;
  const frame = document.createElement('iframe');
  frame.src = player;
  frame.title = title;
  frame.className = 'player';
  frame.allow = 'autoplay; fullscreen; encrypted-media; picture-in-picture';
  // the player refuses to play without knowing which site embeds it; the address of the page stays private
  frame.referrerPolicy = 'strict-origin-when-cross-origin';
  frame.sandbox.add('allow-scripts', 'allow-same-origin', 'allow-presentation', 'allow-popups');
  link.replaceWith(frame);
  frame.focus();
}
