import { useEffect, useState } from 'react';

/** Calls the function when the browser has painted what has changed so far; the returned function cancels it. */
function afterPaint(then: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(then);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** The value, and the previous one until the browser has painted what else the change affects. For parts that take long to render. */
export function useAfterPaint<Value>(value: Value): Value {
  const [shown, setShown] = useState(value);
  useEffect(() => (shown === value ? undefined : afterPaint(() => setShown(() => value))), [shown, value]);
  return shown;
}
