import { useState } from 'react';

export interface OccupationSheetState {
  readonly isOpen: boolean;
  /** The code of the group that is open; undefined shows the grandes grupos. */
  readonly openAt: string | undefined;
  readonly open: (at?: string) => void;
  readonly close: () => void;
}

/** Whether the occupation tree is open, and at which group: `open('212')` shows the informatics occupations. */
export function useOccupationSheet(): OccupationSheetState {
  const [shown, setShown] = useState<{ readonly at: string | undefined }>();
  return {
    isOpen: shown !== undefined,
    openAt: shown?.at,
    open: (at) => setShown({ at }),
    close: () => setShown(undefined),
  };
}
