import { named } from '../../../shared/filters/filter.ts';
import { maxOccupations } from '../../../shared/filters/occupations.ts';
import { TextButton } from '../../components/button.tsx';
import { Chips } from '../../components/chips.tsx';
import { useOccupationNames } from '../../lib/reference-options.ts';
import { readSearchText } from './search-text.ts';
import type { SearchFormState } from './use-search-form.ts';

/** The occupations of the query besides the main field's, and buttons to add another one or a whole family. */
export function OccupationList({
  state: { form, text, change },
  focusField,
  isOneLine = false,
}: {
  state: SearchFormState;
  /** Called when the main field is empty again, ready for the next one, and when this list is empty. */
  focusField: () => void;
  isOneLine?: boolean;
}) {
  const names = useOccupationNames(form.cbos);
  const requested = readSearchText(text);
  const code = requested !== null && 'cbo' in requested ? requested.cbo : undefined;
  const family = code?.slice(0, 4);
  const chips = [
    ...form.cbos.map((cbo) => ({
      key: cbo,
      text: named(cbo, names.get(cbo)),
      onRemove: () => change({ cbos: form.cbos.filter((other) => other !== cbo) }),
    })),
    ...(form.familiaCbo === ''
      ? []
      : [
          {
            key: 'familia',
            text: `Família ${form.familiaCbo}`,
            onRemove: () => change({ familiaCbo: '' }),
          },
        ]),
  ];
  const isFull = form.cbos.length >= maxOccupations;
  if (chips.length === 0 && code === undefined) return null;
  return (
    <div className="flex flex-col gap-1.5">
      {code !== undefined && (
        <div className="flex flex-wrap gap-x-3 gap-y-1 text-dense">
          {isFull ? (
            <p className="text-muted">Até {maxOccupations} ocupações por pesquisa.</p>
          ) : (
            <TextButton
              onClick={() => {
                change({ text: '', cbos: [...new Set([...form.cbos, code])] });
                focusField();
              }}
            >
              Adicionar outra
            </TextButton>
          )}
          {family !== undefined && family !== form.familiaCbo && (
            <TextButton onClick={() => change({ familiaCbo: family })}>
              Incluir a família {family}
            </TextButton>
          )}
        </div>
      )}
      <Chips
        label="Ocupações escolhidas"
        chips={chips.map(({ onRemove, ...chip }) => ({
          ...chip,
          onRemove: () => {
            if (chips.length === 1) focusField();
            onRemove();
          },
        }))}
        className={isOneLine ? 'overflow-x-auto' : 'max-h-32 flex-wrap overflow-y-auto'}
      />
    </div>
  );
}
