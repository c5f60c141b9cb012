import type { TypedQuery } from '../../../shared/contracts/typed-query.ts';
import { Chips } from '../../components/chips.tsx';
import { unreadText } from './typed-query.ts';

/** The filters found in the typed text, each with a button that removes its words, and the words not understood. */
export default function TypedParts({
  reading: { partes, naoLidas },
  onText,
}: {
  reading: TypedQuery;
  onText: (text: string) => void;
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pt-1.5 text-dense text-muted">
      <Chips
        label="Filtros no texto"
        chips={partes.map(({ texto, sem }) => ({
          key: texto,
          text: texto,
          onRemove: () => onText(sem),
        }))}
      />
      <span>{unreadText(naoLidas)}</span>
    </div>
  );
}
