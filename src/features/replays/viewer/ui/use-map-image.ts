import { useEffect, useState } from 'react';
import { drawnFor } from '#lib/drawing/night.ts';
import type { MapPicture } from './paint-map.ts';

/** The map as an image for a page that is dark or not; null until it is there. */
export function useMapImage(map: MapPicture | null, isNight: boolean): CanvasImageSource | null {
  const [image, setImage] = useState<CanvasImageSource | null>(null);
  useEffect(() => {
    if (!map) return undefined;
    let isWanted = true;
    const made = new Image(map.frame.width, map.frame.height);
    const address = URL.createObjectURL(new Blob([drawnFor(map.svg, isNight)], { type: 'image/svg+xml' }));
    made.src = address;
    made.decode().then(
      () => isWanted && setImage(made),
      () => isWanted && setImage(document.createElement('canvas')), // the lines are shown without their map
    );
    return () => {
      isWanted = false;
      URL.revokeObjectURL(address);
    };
  }, [map, isNight]);
  return image;
}
