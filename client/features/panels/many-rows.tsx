import { useState } from 'react';
import { formatCount } from '../../../shared/words/format.ts';
import { Button } from '../../components/button.tsx';

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
