import PanelLeftClose from 'lucide-react/icons/panel-left-close';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { useId, useRef, type ReactNode, type RefObject, type SyntheticEvent } from 'react';
import { flushSync } from 'react-dom';
import { Button, IconButton, TextButton } from '../../components/button.tsx';
import { Sheet } from '../../components/sheet.tsx';
import {
  focusFirstInvalid,
  useMediaQuery,
  useOpenOverPage,
  useShortcut,
  useStoredFlag,
} from '../../lib/hooks.ts';
import { SearchButton, FilterButtons, FilterFields } from './filter-panel.tsx';
import { OccupationField } from './occupation-field.tsx';
import { OccupationList } from './occupation-list.tsx';
import type { SearchForm } from './search-form.ts';
import type { SearchFormState } from './use-search-form.ts';

/** What the sentence of an answered query needs from the filters around it. */
export interface FilterFrame {
  /** The main field and its buttons, to be drawn where the sentence opens them. */
  readonly fields: ReactNode;
  /** Whether the filters and the main field are beside the answer. */
  readonly isBeside: boolean;
  readonly filtersButton: ReactNode;
}

/**
 * The filters on demand: beside the answer on a wide screen, in a sheet on a narrow one. Before the first query the
 * main field is alone in the middle, and on a phone its button is at the bottom.
 */
export function SearchFrame({
  state,
  setCount,
  isRequested,
  field,
  onBrowse,
  children,
}: {
  state: SearchFormState;
  /** Whether a query has run: it is then a sentence above its answer, and the filters open on demand. */
  isRequested: boolean;
  /** The number of filters set besides the main field. */
  setCount: number;
  field: RefObject<HTMLInputElement | null>;
  /** Opens the occupations by area. */
  onBrowse: () => void;
  children: (frame: FilterFrame) => ReactNode;
}) {
  const isWide = useMediaQuery('(min-width: 64rem)');
  // On a touch screen the focus would open the keyboard over everything else.
  const isTouchScreen = useMediaQuery('(pointer: coarse)');
  const [isPanelOpen, setPanelOpen] = useStoredFlag('filters', false);
  const [isSheetOpen, setSheetOpen] = useOpenOverPage();
  const phraseField = useRef<HTMLInputElement>(null);
  /** The button that opens the filters; the focus returns to it. */
  const opener = useRef<HTMLButtonElement>(null);
  // Opening or closing the panel removes the focused element, so the focus moves to its replacement.
  const showPanel = (isOpen: boolean) => {
    flushSync(() => {
      setPanelOpen(isOpen);
      setSheetOpen(false);
    });
    (isOpen ? field : opener).current?.focus();
  };
  const filtersButton = (
    <Button
      ref={opener}
      className={isRequested ? 'min-h-8! px-3! text-dense! font-normal' : ''}
      onClick={() => (isWide ? showPanel(true) : setSheetOpen(true))}
    >
      <SlidersHorizontal aria-hidden size={isRequested ? 14 : 16} />
      Filtros{setCount > 0 && ` (${setCount})`}
    </Button>
  );

  const reveal = (refused: readonly string[]) => {
    // The main field is visible without the filters, unless it is in the open sheet.
    const isAmongFilters = refused.some((name) => name !== 'text' || (isRequested && isSheetOpen));
    if (!isWide) setSheetOpen(isAmongFilters);
    else if (isAmongFilters) setPanelOpen(true);
  };
  const handleSubmit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const refused = Object.keys(state.submit());
    if (refused.length > 0) focusFirstInvalid(event.currentTarget);
    reveal(refused);
  };
  const searchWith = (picked: Partial<SearchForm>) => reveal(Object.keys(state.submit(picked)));
  useShortcut('/', () => field.current?.focus());
  const occupationsOf = (input: RefObject<HTMLInputElement | null>, isOneLine = false) => (
    <>
      <TextButton className="self-start" onClick={onBrowse}>
        Procurar por área
      </TextButton>
      <OccupationList
        state={state}
        focusField={() => input.current?.focus()}
        isOneLine={isOneLine}
      />
    </>
  );
  const phraseFieldsWith = (onPick: (picked: Partial<SearchForm>) => void) => (
    <>
      <OccupationField state={state} inputRef={phraseField} onPick={onPick} />
      {occupationsOf(phraseField)}
    </>
  );

  // A tablet that is turned with an open sheet shows the same filters beside the answer.
  const isAside = isWide && (isPanelOpen || isSheetOpen);
  // The answer stays at the same place in the tree, so that its panels keep their state whether the filters are open or
  // not.
  return (
    <div className={isAside ? 'flex' : ''}>
      {isAside ? (
        <FilterAside
          state={state}
          field={<OccupationField state={state} inputRef={field} onPick={state.change} />}
          occupations={occupationsOf(field)}
          onSubmit={handleSubmit}
          onClose={() => showPanel(false)}
        />
      ) : isRequested ? null : (
        <>
          <SearchBar
            state={state}
            field={
              <OccupationField
                state={state}
                inputRef={field}
                onPick={searchWith}
                isFirst={!isTouchScreen}
              />
            }
            filtersButton={filtersButton}
            onSubmit={handleSubmit}
          />
          {/* Outside the bar, which is sticky and has to be low on a phone. */}
          <div className="mx-auto flex w-full max-w-3xl flex-col gap-1.5 px-4 pt-2 sm:px-6">
            {occupationsOf(field, true)}
          </div>
        </>
      )}
      {/* On a phone, the buttons at the bottom cover the end of a page without a query. */}
      <main
        className={`mx-auto w-full max-w-[1200px] min-w-0 flex-1 px-4 pt-4 sm:px-6 sm:pb-12 print:max-w-none print:p-1 ${isRequested ? 'pb-12' : 'pb-28'}`}
      >
        {children({ fields: phraseFieldsWith(searchWith), isBeside: isAside, filtersButton })}
      </main>
      {!isWide && (
        <FilterSheet
          state={state}
          field={isRequested ? phraseFieldsWith(state.change) : undefined}
          isOpen={isSheetOpen}
          onOpen={setSheetOpen}
          onSubmit={handleSubmit}
        />
      )}
    </div>
  );
}

type QueryForm = {
  state: SearchFormState;
  /** The main field; in the sheet only if it is not above. */
  field: ReactNode;
  onSubmit: (event: SyntheticEvent<HTMLFormElement>) => void;
};

function FilterAside({
  state,
  field,
  occupations,
  onSubmit,
  onClose,
}: QueryForm & { occupations: ReactNode; onClose: () => void }) {
  const titleId = useId();
  return (
    <aside
      aria-labelledby={titleId}
      className="sticky top-(--frame-top) h-[calc(100dvh-var(--frame-top))] w-80 shrink-0 border-r border-line bg-surface print:hidden"
    >
      <form noValidate onSubmit={onSubmit} className="flex h-full flex-col">
        <div className="flex items-center justify-between py-2 pr-2 pl-4">
          <h2 id={titleId} className="text-body font-semibold">
            Filtros de Pesquisa
          </h2>
          <IconButton label="Fechar filtros" onClick={onClose}>
            <PanelLeftClose aria-hidden size={18} />
          </IconButton>
        </div>
        <div className="flex flex-col gap-1.5 px-4 pb-4">
          {field}
          {occupations}
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto px-4 pb-6">
          <FilterFields state={state} />
        </div>
        <div className="border-t border-line p-4">
          <FilterButtons state={state} />
        </div>
      </form>
    </aside>
  );
}

function SearchBar({
  state,
  field,
  filtersButton,
  onSubmit,
}: QueryForm & Pick<FilterFrame, 'filtersButton'>) {
  return (
    <search className="z-20 block bg-paper max-sm:sticky max-sm:top-0 max-sm:border-b max-sm:border-line sm:pt-[8vh] print:hidden">
      <form
        noValidate
        onSubmit={onSubmit}
        className="mx-auto flex max-w-3xl items-start gap-2 px-4 py-3 sm:flex-wrap sm:px-6"
      >
        <div className="min-w-0 flex-1 sm:min-w-64 [&_input]:min-h-11">{field}</div>
        <div className="flex min-h-11 gap-2 sm:mt-5.5 max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:border-t max-sm:border-line max-sm:bg-surface max-sm:p-3 max-sm:pb-[max(0.75rem,env(safe-area-inset-bottom))]">
          {filtersButton}
          <SearchButton state={state} className="max-sm:flex-1" />
        </div>
      </form>
    </search>
  );
}

function FilterSheet({
  state,
  field,
  isOpen,
  onOpen,
  onSubmit,
}: QueryForm & { isOpen: boolean; onOpen: (isOpen: boolean) => void }) {
  const formId = useId();
  return (
    <Sheet
      title="Filtros de Pesquisa"
      side="right"
      isOpen={isOpen}
      onOpen={onOpen}
      // The typed values stay in the page's form.
      closesBeside
      footer={<FilterButtons state={state} formId={formId} />}
    >
      <form id={formId} noValidate onSubmit={onSubmit}>
        {field !== undefined && <div className="mb-6 flex flex-col gap-1.5">{field}</div>}
        <FilterFields state={state} />
      </form>
    </Sheet>
  );
}
