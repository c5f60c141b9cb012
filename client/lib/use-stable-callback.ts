import { useCallback, useLayoutEffect, useRef } from 'react';

/** A function with a stable identity for the component's lifetime; it calls the callback of the last render. */
export function useStableCallback<Arguments extends unknown[]>(
  callback: (...given: Arguments) => void,
): (...given: Arguments) => void {
  const latest = useRef(callback);
  useLayoutEffect(() => {
    latest.current = callback;
  });
  return useCallback((...given: Arguments) => latest.current(...given), []);
}
