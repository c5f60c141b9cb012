import { linkClass } from './button.tsx';

/** The ministry's page with the way to the files of the registry. */
const address =
  'https://www.gov.br/trabalho-e-emprego/pt-br/assuntos/estatisticas-trabalho/microdados-rais-e-caged';

/** The ministry's page, by its name, so that a reader finds it if its address changes. */
export function MicrodataLink() {
  return (
    <a href={address} target="_blank" rel="noreferrer" className={linkClass}>
      Microdados RAIS e CAGED
    </a>
  );
}
