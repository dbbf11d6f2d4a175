import type { PointerEvent } from 'react';
import type { PictureEntry } from '#features/tracks/pictures/pictures.ts';
import { formatBytes } from '#lib/format/bytes.ts';
import { Icon } from '#ui/Icon.tsx';
import type { IconName } from '#ui/icon-name.ts';

export type PictureAct = 'earlier' | 'later' | 'cover' | 'remove';

interface Props {
  picture: PictureEntry;
  /** counted from 0; the first is the cover */
  place: number;
  isLast: boolean;
  onAct: (act: PictureAct) => void;
  onRetry: () => void;
  onPress: (event: PointerEvent<HTMLElement>) => void;
}

/** One picture: preview, position, and buttons as an alternative to dragging. */
export function PictureItem({ picture, place, isLast, onAct, onRetry, onPress }: Props) {
  const { FileName, FileSize, IsStaging, Message, Preview } = picture;
  const button = (act: PictureAct, icon: IconName, words: string, isOff = false) => (
    <button
      type="button"
      className="act"
      data-act={act}
      aria-label={`${words} ${FileName}`}
      title={words}
      aria-disabled={isOff}
      onClick={() => isOff || onAct(act)}
    >
      <Icon name={icon} />
    </button>
  );
  const classes = ['sh', place === 0 && 'sh--main', Message && 'sh--bad'];
  return (
    <li
      className={classes.filter(Boolean).join(' ')}
      data-picture={picture.Id}
      aria-label={`Picture ${place + 1}: ${FileName}${place === 0 ? ', the cover' : ''}`}
      onPointerDown={onPress}
    >
      <span className="sh__grip needs-script" data-grip>
        <Icon name="grip" />
      </span>
      {place === 0 ? <b className="sh__cover">Cover</b> : null}
      {Preview ? (
        <img src={Preview} alt="" width="160" height="120" draggable={false} decoding="async" />
      ) : (
        <span className="sh__blank" />
      )}
      <p className="sh__name">
        <span title={FileName}>{FileName}</span>
        <span className="n">{formatBytes(FileSize)}</span>
      </p>
      {IsStaging ? <progress aria-label={`Sending ${FileName}`} /> : null}
      {Message ? (
        <p className="sh__why" role="alert">
          Error: {Message}{' '}
          <button type="button" className="btn" onClick={onRetry}>
            Try again
          </button>
        </p>
      ) : null}
      <div className="sh__acts needs-script">
        {button('earlier', 'left', 'Move earlier:', place === 0)}
        {button('later', 'right', 'Move later:', isLast)}
        {button('cover', 'award', 'Make the cover:', place === 0)}
        {button('remove', 'trash', 'Remove')}
      </div>
    </li>
  );
}
