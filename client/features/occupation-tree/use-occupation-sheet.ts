import { useState } from 'react';

export type OccupationSheetState = ReturnType<typeof useOccupationSheet>;

/** Whether the occupation tree is open, and at which group: `open('212')` shows the informatics occupations. */
export function useOccupationSheet() {
  const [shown, setShown] = useState<{ readonly at: string | undefined }>();
  return {
    isOpen: shown !== undefined,
    /** The code of the group that is open; undefined shows the grandes grupos. */
    openAt: shown?.at,
    open: (at?: string) => setShown({ at }),
    close: () => setShown(undefined),
  };
}
