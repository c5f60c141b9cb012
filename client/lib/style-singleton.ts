import { useEffect } from 'react';

/**
 * In place of `react-style-singleton`, with which Radix's dialogs lock scrolling (`vite.config.ts`): it would put a style
 * element into the page, which the content security policy refuses. A sheet that a script adopts is no such element.
 */
export function styleSingleton() {
  let users = 0;
  let sheet: CSSStyleSheet | undefined;

  function adopt(styles: string): void {
    users += 1;
    if (sheet !== undefined) return;
    sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    document.adoptedStyleSheets.push(sheet);
  }
  function leave(): void {
    users -= 1;
    if (users > 0) return;
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    sheet = undefined;
  }

  return function AdoptedStyle({ styles }: { styles: string }) {
    useEffect(() => {
      adopt(styles);
      return leave;
    }, [styles]);
    return null;
  };
}
