import { replayTypePlate } from '../replay-type.ts';

interface Props {
  replayType: number;
  trackValue: number;
}

/** Icon and label of the replay type: Classic, Nadeo, Beta… */
export function ReplayTypePlate({ replayType, trackValue }: Props) {
  const plate = replayTypePlate(replayType, trackValue);
  return <img className="ico" src={plate.src} alt={plate.label} title={plate.label} width="18" height="18" />;
}
