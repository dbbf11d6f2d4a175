/** Moves the only cursor of a canvas, in pixels of the screen. One that was painted there before is removed. */
export function cursorOn(
  paint: Pick<CanvasRenderingContext2D, 'clearRect' | 'fillRect' | 'fillStyle'>,
  width: number,
  height: number,
  colour: string,
  thickness: number,
): (x: number) => void {
  paint.clearRect(0, 0, width, height); // the canvas keeps what was painted for another axis or another run
  let last: number | null = null;
  return (x) => {
    if (x === last) return;
    if (last !== null) paint.clearRect(last, 0, thickness, height);
    paint.fillStyle = colour;
    paint.fillRect(x, 0, thickness, height);
    last = x;
  };
}
