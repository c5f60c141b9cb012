import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { races } from '../../../shared/codes/codes.ts';
import { minForSensitive } from '../../../shared/statistics/design-effect.ts';
import type { EqualityRequest } from '../../../shared/contracts/equality.ts';
import { AsyncPanel, Skeleton, Stale } from '../../components/async-panel.tsx';
import { Button } from '../../components/button.tsx';
import type { ChartSource } from '../../components/charts/chart.ts';
import { ChartPanel } from '../../components/charts/chart-view.tsx';
import { Panel } from '../../components/panel.tsx';
import { WaitingInQueue } from '../../components/waiting-in-queue.tsx';
import { equalityChart } from './equality-chart.ts';
import { equalityRacesOptions } from './equality-query.ts';

const title = 'Mulheres e homens por raça/cor';
const names = new Map<string, string>(Object.entries({ ...races, '9': 'Não identificada' }));

type RacesProps = {
  request: EqualityRequest;
  /** The chart source of an answer to this request. */
  sourceOf: (request: EqualityRequest) => ChartSource;
};

/** The current group by race: sensitive data, loaded only on request and recorded in the audit log. */
export function RacesPanel({
  isOpen,
  onOpen,
  ...rest
}: RacesProps & { isOpen: boolean; onOpen: (isOpen: boolean) => void }) {
  const place = useRef<HTMLDivElement>(null);
  const open = (next: boolean) => {
    // The button leaves the page.
    place.current?.focus({ preventScroll: true });
    onOpen(next);
  };
  return (
    <div
      ref={place}
      tabIndex={-1}
      className={`flex min-w-0 flex-col gap-4 outline-none ${isOpen ? '' : 'print:hidden'}`}
    >
      {isOpen ? (
        <Races {...rest} onClose={() => open(false)} />
      ) : (
        <Panel title={title}>
          <p className="mb-3 max-w-prose text-dense text-muted">
            Raça/cor é um dado sensível: só aparece se você pedir, e o pedido fica na auditoria.
          </p>
          <Button onClick={() => open(true)}>Mostrar por raça/cor</Button>
        </Panel>
      )}
    </div>
  );
}

function Races({ request, sourceOf, onClose }: RacesProps & { onClose: () => void }) {
  const found = useQuery(equalityRacesOptions(request));
  return (
    <>
      <WaitingInQueue queryKey={equalityRacesOptions(request).queryKey} />
      <AsyncPanel query={found} skeleton={<Skeleton className="h-80" />}>
        {({ request: answered, answer: { rows } }) => (
          <Stale isStale={found.isPlaceholderData}>
            <ChartPanel
              chart={equalityChart(
                title,
                'Raça/cor',
                rows.map(({ race, ...row }) => ({
                  ...row,
                  key: race,
                  label: names.get(race) ?? race,
                  minRecords: minForSensitive,
                })),
              )}
              source={sourceOf(answered)}
              lead={
                <p className="mb-3 max-w-prose text-dense text-muted">
                  Mulheres e homens da mesma raça/cor declarada; muitos registros não a informam.
                </p>
              }
            />
          </Stale>
        )}
      </AsyncPanel>
      <Button className="self-start print:hidden" onClick={onClose}>
        Não mostrar raça/cor
      </Button>
    </>
  );
}
