import { useState, type ReactNode } from 'react';
import { SegmentedControl } from '../../components/segmented-control.tsx';

const views = [
  { value: 'size', label: 'Porte' },
  { value: 'sector', label: 'Setor' },
] as const;
export type CompaniesView = (typeof views)[number]['value'];

/** Employers by size or by sector, one view at a time. */
export function CompaniesViews({
  first,
  size,
  sector,
}: {
  /** The initial view. */
  first: CompaniesView;
  size: ReactNode;
  sector: ReactNode;
}) {
  const [view, setView] = useState(first);
  return (
    <div className="flex flex-col gap-3">
      <div>
        <SegmentedControl label="Ver por" options={views} value={view} onValue={setView} />
      </div>
      {view === 'size' ? size : sector}
    </div>
  );
}
