import { useState } from 'react';
import { gapCautions, gapRange, gapSentence } from '../../../shared/statistics/gender-gap.ts';
import { ageBandName, genderName } from '../../../shared/codes/codes.ts';
import type { GenderPanel, Panels, SchoolingPanel } from '../../../shared/contracts/panels.ts';
import type { SearchFilters } from '../../../shared/contracts/search.ts';
import { fewestForGenderGap } from '../../../shared/statistics/design-effect.ts';
import type { Chart, ChartSource } from '../../components/charts/chart.ts';
import { ChartSection } from '../../components/charts/chart-view.tsx';
import { Panel } from '../../components/panel.tsx';
import { SegmentedControl } from '../../components/segmented-control.tsx';
import { AgeBands, CommonAges } from './age-bands.tsx';
import { FindingText } from './panel-notes.tsx';
import { EmptyReason, emptyTexts } from './empty-reason.tsx';
import { OwnFilterNote } from './own-filters.tsx';
import { findingText } from './figures.ts';
import { groupsChart } from './groups-chart.ts';

type Schooling = SchoolingPanel;

const views = [
  { value: 'gender', label: 'Gênero' },
  { value: 'age', label: 'Idade' },
  { value: 'schooling', label: 'Escolaridade' },
] as const;
type View = (typeof views)[number]['value'];

/** The demographics of the records: gender and its gap, age or schooling, one at a time. */
export function DemographicPanel({
  panels: { gender, age, schooling },
  filters,
  sources,
}: {
  panels: Pick<Panels, 'gender' | 'age' | 'schooling'>;
  filters: SearchFilters;
  sources: { gender: ChartSource; age: ChartSource; schooling: ChartSource };
}) {
  const [view, setView] = useState<View>('gender');
  const groups = schooling.groups.filter(({ count }) => count > 0);
  return (
    <Panel
      title="Análise demográfica"
      aside={<SegmentedControl label="Ver por" options={views} value={view} onValue={setView} />}
    >
      <FindingText text={findingOf(view, { gender, age, schooling })} />
      {view === 'gender' && (
        <ChartSection
          heading="Gênero"
          chart={genderChart(gender, filters.genero)}
          source={sources.gender}
          lead={<OwnFilterNote filters={filters} own="sex" />}
        >
          {gender.gap && (
            <p className="mt-3 max-w-prose text-dense text-muted">{gapCautions(gender)}</p>
          )}
        </ChartSection>
      )}
      {view === 'age' && (
        <div className="flex flex-col gap-6">
          <AgeBands age={age} filters={filters} source={sources.age} />
          <CommonAges age={age} />
        </div>
      )}
      {view === 'schooling' &&
        (groups.length === 0 ? (
          <EmptyReason>{emptyTexts.schooling}</EmptyReason>
        ) : (
          <ChartSection
            heading="Escolaridade"
            chart={schoolingChart({ ...schooling, groups }, filters.escolaridade)}
            source={sources.schooling}
            lead={<OwnFilterNote filters={filters} own="schooling" />}
          />
        ))}
    </Panel>
  );
}

function findingOf(
  view: View,
  { gender, age, schooling }: Pick<Panels, 'gender' | 'age' | 'schooling'>,
): string | null {
  if (view === 'gender') return gender.isComparable ? gapText(gender.gap) : null;
  if (view === 'age') {
    const groups = age.bands.map((figures) => ({ label: ageBandName(figures.faixa), figures }));
    return findingText({ ...age, groups });
  }
  const groups = schooling.groups.map((figures) => ({ label: figures.nome, figures }));
  return findingText({ ...schooling, groups });
}

export const genderChart = (
  { genders: all, isComparable, designEffect }: GenderPanel,
  asked: string | undefined,
): Chart =>
  groupsChart({
    isComparable,
    designEffect,
    title: 'Salários por gênero',
    by: 'gênero',
    caption: 'Salários por gênero',
    header: 'Gênero',
    groups: all
      .filter(({ count }) => count > 0)
      .map((figures) => ({
        key: genderName(figures.genero),
        label: genderName(figures.genero),
        isAsked: figures.genero === asked,
        figures,
      })),
  });

/** Women's median against men's, with its interval; without enough records of both, the reason. */
export function gapText(gap: GenderPanel['gap']): string {
  if (!gap) {
    return `As medianas só são comparadas com ao menos ${fewestForGenderGap} registros de cada gênero, e se isso não revelar uma mediana omitida.`;
  }
  const range = gapRange(gap);
  const interval = range === null ? '' : ` Intervalo de 95\u00a0% da diferença: ${range}.`;
  return `${gapSentence(gap)}.${interval}`;
}

export const schoolingChart = (
  { groups, isComparable, designEffect }: Schooling,
  asked: string | undefined,
): Chart =>
  groupsChart({
    isComparable,
    designEffect,
    title: 'Salários por escolaridade',
    by: 'escolaridade',
    caption: 'Salários por escolaridade',
    header: 'Escolaridade',
    groups: groups.map((figures) => ({
      key: figures.escolaridade,
      label: figures.nome,
      isAsked: figures.escolaridade === asked,
      figures,
    })),
  });
