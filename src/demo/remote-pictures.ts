/** Pictures from other hosts in a post of the demo: one that we have, and one that no longer exists. */
export const shownPicture = 'https://pictures.paddock.example/last-corner.png';
export const lostPicture = 'https://old-host.example/last-corner-2009.jpg';
