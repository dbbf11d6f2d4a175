import { useState } from 'react';
import { KeptState } from '#ui/KeptState.tsx';
import {
  appendPictures,
  type PictureEntry,
  picturesAreReady,
  storedPictures,
} from '../../pictures/pictures.ts';
import { ScreenshotPicker } from '../../pictures/ui/ScreenshotPicker.tsx';
import { picturesWait } from '../../upload/ui/upload-settings.ts';

interface Props {
  pictures: readonly PictureEntry[];
  trackName: string;
  most: number;
}

/** The pictures as part of a plain form. */
export function EditPictures({ pictures: before, trackName, most }: Props) {
  const [pictures, setPictures] = useState(before);
  const fields = new URLSearchParams();
  appendPictures(fields, '', pictures);
  return (
    <>
      <ScreenshotPicker pictures={pictures} onChange={setPictures} fileName={trackName} most={most} />
      <KeptState name="pictures" state={pictures} store={storedPictures} onRestore={setPictures} />
      {[...fields].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {picturesAreReady(pictures) ? null : (
        <p className="hint full" role="status" data-wait>
          {picturesWait}
        </p>
      )}
    </>
  );
}
