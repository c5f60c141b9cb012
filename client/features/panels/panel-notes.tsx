import { useState } from 'react';
import { findingText, type PanelGroups } from './figures.ts';
import { formatCount } from '../../../shared/words/format.ts';
import { Button } from '../../components/button.tsx';

/** The finding of a section's groups, in one sentence at its head; nothing for incomplete data. */
export function Finding(panel: PanelGroups) {
  return <FindingText text={findingText(panel)} />;
}

/** A finding whose text is already computed. */
export function FindingText({ text }: { text: string | null }) {
  return text !== null && <p className="mb-3 max-w-prose tabular-nums">{text}</p>;
}

const fewRows = 10;

/** The first rows until the user requests all of them. */
export function useFirstRows<Row>(rows: readonly Row[]) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? rows : rows.slice(0, fewRows);
  const more =
    rows.length > fewRows ? (
      <Button className="mt-3 print:hidden" onClick={() => setWhole(!isWhole)}>
        {isWhole
          ? `Ver só as ${fewRows} primeiras`
          : `Ver todas as linhas (${formatCount(rows.length)})`}
      </Button>
    ) : null;
  return { shown, more };
}
