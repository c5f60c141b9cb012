import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useRef } from 'react';
import { readResultView, writeResultView, type ResultView } from '../lib/result-view.ts';
import type { UrlState } from '../lib/url-state.ts';

/** How the user views the answer to the query of the address, and a function that changes the view there. */
export function useResultView(
  query: UrlState,
): readonly [view: ResultView, change: (change: Partial<ResultView>) => void] {
  const navigate = useNavigate();
  const urlState = useSearch({ from: '__root__' });
  const view = useMemo(() => readResultView(urlState), [urlState]);
  // A drawer that was opened here added a step to the browser's history, and closing it takes that step back.
  const hasOpenedDrawer = useRef(false);
  const changeView = (change: Partial<ResultView>) => {
    const isClosing =
      view.drawer !== undefined && 'drawer' in change && change.drawer === undefined;
    if (isClosing && hasOpenedDrawer.current) {
      hasOpenedDrawer.current = false;
      history.back();
      return;
    }
    if (change.drawer !== undefined) hasOpenedDrawer.current = true;
    void navigate({
      to: '.',
      search: { ...query, ...writeResultView({ ...view, ...change }) },
      // The back button leads to another query, or closes a drawer; it does not step through each typed character of an
      // amount.
      replace: change.drawer === undefined,
      resetScroll: false,
    });
  };
  return [view, changeView];
}
