/** `sessionStorage` is of one window and is cleared with its session; `localStorage` is of the browser. */
type Area = 'localStorage' | 'sessionStorage';

/** A stored text; null if there is none, or if the browser refuses storage. */
export function storedText(area: Area, name: string): string | null {
  try {
    return globalThis[area].getItem(name);
  } catch {
    return null;
  }
}

/** Stores a text; if the browser refuses storage, the choice lasts as long as the page. */
export function storeText(area: Area, name: string, text: string): void {
  try {
    globalThis[area].setItem(name, text);
  } catch {
    // Nothing depends on it.
  }
}
