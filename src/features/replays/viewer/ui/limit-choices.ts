interface Box {
  readonly checked: boolean;
  disabled: boolean;
}

/** No more than `most` boxes can be ticked: the others are disabled until one is free again. */
export function limitChoices(boxes: readonly Box[], most: number): void {
  const isFull = boxes.filter(({ checked }) => checked).length >= most;
  for (const box of boxes) box.disabled = isFull && !box.checked;
}
