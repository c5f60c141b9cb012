import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useRef, useState, type RefObject } from 'react';
import type { OccupationNode, OccupationNodes } from '../../../shared/contracts/reference.ts';
import { AsyncPanel } from '../../components/async-panel.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { FiguresNote } from './figures-note.tsx';
import { FoundOccupations } from './found-occupations.tsx';
import { OccupationTree, type Chosen } from './occupation-tree.tsx';
import { childrenOptions } from './tree-options.ts';
import { figureColumns } from './tree-row.tsx';
import { TreeSkeleton } from './tree-skeleton.tsx';
import type { OccupationSheetState } from './use-occupation-sheet.ts';

const shortestText = 3;

/** Occupations by area, for users who do not know the job's name: a tree to browse and to search by name. */
export function OccupationSheet({
  state: { openAt, close, isOpen },
  field,
  onOccupation,
  onFamily,
}: {
  state: OccupationSheetState;
  /** The element that has the focus after a choice. */
  field: RefObject<HTMLElement | null>;
  onOccupation: (node: OccupationNode) => void;
  onFamily: (code: string) => void;
}) {
  const widest = useQuery({ ...childrenOptions(''), enabled: isOpen });
  const hasChosen = useRef(false);
  const choose = ({ kind, node }: Chosen) => {
    if (kind === 'family') onFamily(node.codigo);
    else onOccupation(node);
    hasChosen.current = true;
    close();
  };
  const focusAfter = () => {
    const next = hasChosen.current ? field.current : null;
    hasChosen.current = false;
    return next;
  };
  return (
    <Sheet
      title="Procurar por área"
      side="wide"
      isOpen={isOpen}
      onOpen={(isAsked) => !isAsked && close()}
      focusAfter={focusAfter}
      footer={<FiguresNote nodes={widest.data} />}
    >
      <Areas widest={widest} openAt={openAt} onChoose={choose} />
    </Sheet>
  );
}

function Areas({
  widest,
  openAt,
  onChoose,
}: {
  widest: UseQueryResult<OccupationNodes>;
  openAt: string | undefined;
  onChoose: (chosen: Chosen) => void;
}) {
  const [words, setWords] = useState('');
  const isSearched = words.length >= shortestText;
  return (
    <div className="@container">
      <div className="sticky -top-4 z-10 -mx-4 -mt-4 border-b border-line bg-surface px-4 pt-3 pb-2">
        <SearchField
          label="Nome da área ou da ocupação"
          placeholder="Ex.: informática, cozinha, saúde"
          initial={words}
          onWords={setWords}
        />
        {widest.data?.valores === 'prontos' && (
          <div aria-hidden className={`${figureColumns} pt-2 pe-1 text-dense text-muted`}>
            <span className="col-start-2 text-right">Registros</span>
            <span className="text-right">Mediana</span>
          </div>
        )}
      </div>
      {isSearched ? (
        <FoundOccupations text={words} onChoose={onChoose} />
      ) : (
        <div className="pt-1">
          <AsyncPanel query={widest} skeleton={<TreeSkeleton />}>
            {({ itens }) => (
              <OccupationTree
                label="Áreas da CBO"
                roots={itens}
                openAt={openAt}
                takesFocus={words === ''}
                onChoose={onChoose}
              />
            )}
          </AsyncPanel>
        </div>
      )}
    </div>
  );
}
