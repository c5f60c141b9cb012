import {
  useLayoutEffect,
  useState,
  type RefObject,
  useEffect,
  useCallback,
  useSyncExternalStore,
  useEffectEvent,
  useRef,
} from 'react';
import { flushSync } from 'react-dom';
import { storedText, storeText } from './browser-storage.ts';

/** When the browser began to print the page; undefined while it does not. What renders for it is on the paper. */
export function usePrinting(): string | undefined {
  const [printedAt, setPrintedAt] = useState<string>();
  useEffect(() => {
    const start = () => flushSync(() => setPrintedAt(new Date().toISOString()));
    const unmounted = new AbortController();
    const { signal } = unmounted;
    addEventListener('beforeprint', start, { signal });
    addEventListener('afterprint', () => setPrintedAt(undefined), { signal });
    return () => unmounted.abort();
  }, []);
  return printedAt;
}

/** The width of a printed drawing in CSS pixels; paper scales it to its own. */
export const paperWidth = 640;

/** The width of an element's content in CSS pixels, updated; 0 before the first layout. On paper, the paper's. */
export function useWidth(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return usePrinting() === undefined ? width : paperWidth;
}

const typingPauseMs = 120;

/** A typed value after a pause in typing. */
export function useDebounced<Value>(value: Value): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), typingPauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}

/** Whether a CSS media query matches now. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

const singleKeys = 'single-keys';

/** Whether the user wants shortcuts of a single key (WCAG 2.1.4). */
export const useSingleKeys = () => useStoredFlag(singleKeys, true);

/** Runs a handler when a single key is pressed outside of text fields and modal dialogs. */
export function useShortcut(key: string, handler: () => void): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest('input, textarea, select')) return;
    // Radix locks the page's scrolling while a modal dialog is open.
    if (document.body.hasAttribute('data-scroll-locked') || stored(singleKeys) === false) return;
    event.preventDefault();
    handler();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handle(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

/** Whether something is open over the page; the browser's back and forward buttons close it. */
export function useOpenOverPage(): [boolean, (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!isOpen) return undefined;
    const close = () => setOpen(false);
    window.addEventListener('popstate', close);
    return () => window.removeEventListener('popstate', close);
  }, [isOpen]);
  return [isOpen, setOpen];
}

/** Moves the focus to the first invalid field of a form, once the fields show their errors. */
export function focusFirstInvalid(form: HTMLFormElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}

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

/** An on/off choice of this browser that survives a reload, such as an open panel; `usual` until the user chooses. */
export function useStoredFlag(name: string, usual: boolean): [boolean, (value: boolean) => void] {
  const [chosen, setValue] = useState(() => stored(name));
  const change = (next: boolean) => {
    setValue(next);
    storeText('localStorage', name, next ? '1' : '0');
  };
  return [chosen ?? usual, change];
}

function stored(name: string): boolean | undefined {
  const text = storedText('localStorage', name);
  return text === null ? undefined : text === '1';
}
