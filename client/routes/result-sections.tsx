import { memo, useMemo } from 'react';
import { keysOf } from '../../shared/codes/keys.ts';
import { meanText } from '../../shared/sentences/executive-summary.ts';
import { Skeleton } from '../components/async-panel.tsx';
import { Tabs } from '../components/tabs.tsx';
import { DistributionPanel } from '../features/distribution/distribution-panel.tsx';
import { maybeDrawn } from '../features/distribution/drawn-distribution.ts';
import { useExactDistribution, useSalaryRank } from '../lib/exact-distribution.ts';
import { lazyPart } from '../components/lazy.tsx';
import { DeferredPanel } from '../features/panels/deferred-panel.tsx';
import { EmptyPanel, emptyTexts } from '../features/panels/empty-reason.tsx';
import { chartSource } from '../features/search/search-text.ts';
import { useQueryNames } from '../lib/reference-options.ts';
import type { FurtherSectionProps } from './further-section.tsx';
import { sections, type ResultView, type SectionName } from '../lib/result-view.ts';

const FurtherSection = lazyPart(
  () => import('./further-section.tsx'),
  <Skeleton className="h-160" />,
);

type Props = Omit<FurtherSectionProps, 'section'> & {
  view: ResultView;
  onSection: (section: SectionName) => void;
};

/** The content below the answer, one section at a time; a click in a section changes the query. */
function ResultSections(props: Props) {
  const { view, onSection } = props;
  const tabs = keysOf(sections).map((name) => ({
    name,
    label: sections[name],
    content: name === view.section ? <Section {...props} /> : null,
  }));
  return (
    <Tabs label="Seções da resposta" tabs={tabs} current={view.section} onCurrent={onSection} />
  );
}

function Section({ view: { section, salary }, ...shown }: Props) {
  if (section === 'distribuicao') return <Distribution {...shown} salary={salary} />;
  return <FurtherSection section={section} {...shown} />;
}

function Distribution({
  answer,
  filters,
  salary,
}: Pick<Props, 'answer' | 'filters'> & { salary: number | undefined }) {
  const { histogram, method, statistics } = answer;
  const names = useQueryNames(filters);
  const drawn = useMemo(() => maybeDrawn({ statistics, histogram }), [statistics, histogram]);
  const subject = { filters, release: method.release?.number };
  const exact = useExactDistribution(subject);
  const ownRank = useSalaryRank(subject, salary);
  if (drawn === undefined) {
    return <EmptyPanel title="Distribuição dos salários" reason={emptyTexts.distribution} />;
  }
  return (
    <div className="flex flex-col gap-4">
      <DistributionPanel
        distribution={drawn}
        exact={exact}
        minimumWage={method.minimumWage}
        own={salary === undefined ? undefined : { centavos: salary, ...ownRank }}
        finding={`${meanText(statistics) ?? ''}.`}
        source={chartSource(filters, names, method, statistics.count)}
      />
      <DeferredPanel name="pisos-e-concentracoes" title="Pisos e concentrações" subject={subject} />
    </div>
  );
}

export default memo(ResultSections);
