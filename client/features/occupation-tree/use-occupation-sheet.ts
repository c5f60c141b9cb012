import { useState } from 'react';
import { useOpenOverPage } from '../../lib/hooks.ts';

export type OccupationSheetState = ReturnType<typeof useOccupationSheet>;

/** Whether the occupation tree is open, and at which group: `open('212')` shows the informatics occupations. */
export function useOccupationSheet() {
  const [isOpen, setOpen] = useOpenOverPage();
  const [openAt, setOpenAt] = useState<string>();
  return {
    isOpen,
    /** The code of the group that is open; undefined shows the grandes grupos. */
    openAt,
    open: (at?: string) => {
      setOpenAt(at);
      setOpen(true);
    },
    close: () => setOpen(false),
  };
}
