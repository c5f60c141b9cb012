import { disabilities, races } from '../../../shared/codes.ts';
import { fewestForStatistics } from '../../../shared/sample-size.ts';
import { optionsWithAll, Select } from '../../components/select.tsx';
import type { SearchForm } from './search-form.ts';

const raceOptions = optionsWithAll('Todas', Object.entries(races));
const disabilityOptions = optionsWithAll('Todas', [
  ['sim', disabilities.sim],
  ['nao', disabilities.nao],
  ...Object.entries(disabilities).filter(([code]) => /^\d$/.test(code)),
]);

/** Race and disability, apart from the rest and with the reason why. */
export function SensitiveFields({
  form,
  onChange,
}: {
  form: SearchForm;
  onChange: (change: Partial<SearchForm>) => void;
}) {
  return (
    <div className="flex flex-col gap-3">
      <p className="text-dense text-muted">
        Raça ou cor e deficiência são dados sensíveis (LGPD, art. 5º, II). Ficam à parte para que só
        entrem de propósito: servem para estudar diferenças salariais entre grupos, em dados sem
        nomes, e não para decidir sobre uma pessoa. Com menos de {fewestForStatistics} registros,
        mostramos só a contagem.
      </p>
      <Select
        label="Raça ou cor"
        value={form.raca}
        options={raceOptions}
        onValue={(raca) => onChange({ raca })}
      />
      <Select
        label="Deficiência"
        value={form.deficiencia}
        options={disabilityOptions}
        onValue={(deficiencia) => onChange({ deficiencia })}
      />
    </div>
  );
}
