import { useRef, useState } from 'react';
import {
  dimensionProblem,
  type PictureEntry,
  pictureLimits,
  removedBecause,
  type StagedPicture,
  tooManyBytes,
  tooManyPictures,
  wrongKind,
} from '#features/tracks/pictures/pictures.ts';
import { routes } from '#routes/routes.ts';
import { sendForm } from '#ui/api.ts';
import {
  changed,
  chosenPicture,
  kindProblem,
  mayTryAgain,
  moved,
  type Pictures,
  withoutName,
} from './picture-list.ts';

/** Concurrent uploads: the server re-encodes each picture, so more would only wait there. */
const atOnce = 2;
let lastId = 0;

interface Options {
  pictures: Pictures;
  onChange: (pictures: Pictures) => void;
  most: number;
}

/** A refused picture and the reason. */
export interface Refusal {
  readonly id: string;
  readonly fileName: string;
  readonly message: string;
}

/** Handles new pictures: checks them in the browser, then uploads or refuses them. */
export function usePictures({ pictures, onChange, most }: Options) {
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  // responses arrive long after their render and must change the current list
  const latest = useRef(pictures);
  latest.current = pictures;
  const waiting = useRef<string[]>([]);
  const running = useRef(0);

  const update = (next: Pictures) => {
    latest.current = next;
    onChange(next);
  };
  const refuse = (fileName: string, message: string) =>
    setRefusals((before) => [...before, { id: `refusal ${++lastId}`, fileName, message }]);
  const drop = (id: string) => {
    const gone = latest.current.find((picture) => picture.Id === id);
    if (gone?.Preview?.startsWith('blob:')) URL.revokeObjectURL(gone.Preview);
    update(latest.current.filter((picture) => picture.Id !== id));
  };

  const work = () => {
    while (running.current < atOnce) {
      const id = waiting.current.shift();
      if (id === undefined) return;
      const picture = latest.current.find(({ Id }) => Id === id);
      if (!picture) continue; // removed in the meantime
      running.current += 1;
      void stage(picture).finally(() => {
        running.current -= 1;
        work();
      });
    }
  };

  const stage = async ({ Id, FileName, File: file, Preview }: PictureEntry) => {
    if (!file) return;
    const reason = await problemOf(Preview);
    if (reason) {
      drop(Id);
      return refuse(FileName, removedBecause(reason));
    }
    const form = new FormData();
    form.append('ScreenshotFile', file, FileName);
    const answer = await sendForm<StagedPicture>('POST', routes.trackUploadScreenshot(), form);
    if (!latest.current.some((picture) => picture.Id === Id)) return;
    if (answer.ok) {
      const { Reference } = answer.value;
      return update(changed(latest.current, Id, { IsStaging: false, Reference, File: null, Message: null }));
    }
    const message = withoutName(answer.problem.detail, FileName);
    if (mayTryAgain(answer.problem)) {
      return update(changed(latest.current, Id, { IsStaging: false, Message: message }));
    }
    drop(Id);
    refuse(FileName, message);
  };

  return {
    refusals,
    dismiss: (id: string) => setRefusals((before) => before.filter((refusal) => refusal.id !== id)),
    /** Returns how many were accepted. */
    add(files: readonly File[]): number {
      setRefusals([]);
      const taken: PictureEntry[] = [];
      for (const file of files) {
        const problem =
          kindProblem(file.type) ??
          (file.size > pictureLimits.fileBytes ? removedBecause(tooManyBytes) : null) ??
          (latest.current.length + taken.length >= most ? removedBecause(tooManyPictures(most)) : null);
        if (problem) refuse(file.name, problem);
        else taken.push(chosenPicture(`chosen ${++lastId}`, file, URL.createObjectURL(file)));
      }
      if (taken.length > 0) update([...latest.current, ...taken]);
      waiting.current.push(...taken.map(({ Id }) => Id));
      work();
      return taken.length;
    },
    retry(id: string) {
      update(changed(latest.current, id, { IsStaging: true, Message: null }));
      waiting.current.push(id);
      work();
    },
    /** Returns the new order. */
    move(id: string, place: number): Pictures {
      const next = moved(latest.current, id, place);
      update(next);
      return next;
    },
    remove: drop,
  };
}

/** Checks in the browser what it can; the server checks everything again. */
function problemOf(address: string | null): Promise<string | null> {
  return new Promise((resolve) => {
    if (address === null) return resolve(null);
    const image = new Image();
    image.onload = () => resolve(dimensionProblem(image.naturalWidth, image.naturalHeight));
    image.onerror = () => resolve(wrongKind);
    image.src = address;
  });
}
