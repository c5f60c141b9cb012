import { useState } from 'react';

export interface OccupationSheetState {
  readonly isOpen: boolean;
  /** The code of the group that stands open; none shows the grandes grupos. */
  readonly openAt: string | undefined;
  readonly open: (at?: string) => void;
  readonly close: () => void;
}

/** Whether the occupations are browsed, and from which group on: `open('212')` shows those of informatics. */
export function useOccupationSheet(): OccupationSheetState {
  const [shown, setShown] = useState<{ readonly at: string | undefined }>();
  return {
    isOpen: shown !== undefined,
    openAt: shown?.at,
    open: (at) => setShown({ at }),
    close: () => setShown(undefined),
  };
}
