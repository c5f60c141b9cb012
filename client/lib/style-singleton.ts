import { useEffect } from 'react';

/**
 * Replaces `react-style-singleton`, with which Radix's dialogs lock scrolling (`vite.config.ts`): it would add a style
 * element to the page, which the content security policy blocks. A stylesheet that a script adopts is not blocked.
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
