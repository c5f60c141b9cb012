import { useMemo, useState } from 'react';
import { formatCount } from '../../../../shared/words/format.ts';
import { Panel } from '../../../components/panel.tsx';
import { TextField } from '../../../components/field.tsx';
import { Select } from '../../../components/select.tsx';
import { everybody, filteredPeople, peopleOrders, standings } from './people-filters.ts';
import { PeopleTable } from './people-table.tsx';
import type { PlacedPerson, ReferenceAmounts } from '../market/placed-people.ts';
import type { PeopleTexts } from './people-texts.ts';

const keyed = <Name extends string>(labels: Readonly<Record<Name, string>>) =>
  Object.entries<string>(labels).map(([value, label]) => ({ value, label }));
const isKeyOf = <Name extends string>(
  labels: Readonly<Record<Name, unknown>>,
  key: string,
): key is Name => Object.hasOwn(labels, key);

const standingLabels = {
  todas: standings.todas.label,
  p25: standings.p25.label,
  p50: standings.p50.label,
  p75: standings.p75.label,
  p100: standings.p100.label,
  nenhuma: standings.nenhuma.label,
};
const sexLabels = { todos: 'Todos', F: 'Mulheres', M: 'Homens' };

/** Everyone, one by one, with filters; a row is rendered only while it is near the visible area. */
export function PeoplePanel({
  placed,
  amounts,
  texts,
}: {
  placed: readonly PlacedPerson[];
  amounts: ReferenceAmounts;
  texts: PeopleTexts;
}) {
  const [filter, setFilter] = useState(everybody);
  const areas = useMemo(
    () =>
      [...new Set(placed.map(({ person }) => person.area))]
        .filter((area) => area !== '')
        .toSorted((a, b) => a.localeCompare(b, 'pt-BR')),
    [placed],
  );
  const people = useMemo(() => filteredPeople(placed, filter, amounts), [placed, filter, amounts]);
  const change = (changes: Partial<typeof filter>) => setFilter({ ...filter, ...changes });
  return (
    <Panel
      title="Pessoas"
      aside={
        <output className="text-dense text-muted">
          {formatCount(people.length)} de {formatCount(placed.length)}
        </output>
      }
    >
      <div className="mb-4 grid gap-3 sm:grid-cols-2 lg:grid-cols-5">
        <TextField
          label="Nome, matrícula ou cargo"
          type="search"
          autoComplete="off"
          maxLength={120}
          value={filter.text}
          onText={(text) => change({ text })}
        />
        <Select
          label="Posição"
          value={filter.standing}
          options={keyed(standingLabels)}
          onValue={(value) => isKeyOf(standings, value) && change({ standing: value })}
        />
        <Select
          label="Área"
          value={filter.area}
          options={[
            { value: '', label: 'Todas' },
            ...areas.map((area) => ({ value: area, label: area })),
          ]}
          onValue={(area) => change({ area })}
        />
        <Select
          label="Sexo"
          value={filter.sex}
          options={keyed(sexLabels)}
          onValue={(value) => isKeyOf(sexLabels, value) && change({ sex: value })}
        />
        <Select
          label="Ordem"
          value={filter.order}
          options={keyed(peopleOrders)}
          onValue={(value) => isKeyOf(peopleOrders, value) && change({ order: value })}
        />
      </div>
      {people.length === 0 ? (
        <p className="py-8 text-center text-muted">Ninguém com esses filtros.</p>
      ) : (
        <PeopleTable people={people} texts={texts} />
      )}
    </Panel>
  );
}
