import { useState } from 'react';

/** An on/off choice of this browser that survives a reload, such as an open panel; `usual` until the user chooses. */
export function useStoredFlag(name: string, usual: boolean): [boolean, (value: boolean) => void] {
  const [chosen, setValue] = useState(() => stored(name));
  const change = (next: boolean) => {
    setValue(next);
    try {
      localStorage.setItem(name, next ? '1' : '0');
    } catch {
      // The browser can refuse storage; the choice then lasts as long as the page.
    }
  };
  return [chosen ?? usual, change];
}

function stored(name: string): boolean | undefined {
  try {
    const text = localStorage.getItem(name);
    return text === null ? undefined : text === '1';
  } catch {
    return undefined;
  }
}
