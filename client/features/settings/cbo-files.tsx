import { useState, type SyntheticEvent } from 'react';
import { Button } from '../../components/button.tsx';
import { FileField } from '../../components/file-field.tsx';
import { failedField } from '../../lib/failure-text.ts';
import { useCboImport } from './use-cbo-import.ts';

/** Imports a newer CBO from MTE's own CSV files. */
export function CboFiles() {
  const [round, setRound] = useState(0);
  const [occupations, setOccupations] = useState<File>();
  const [synonyms, setSynonyms] = useState<File>();
  const cbo = useCboImport();
  const refused = cbo.error ? failedField(cbo.error, ['occupations', 'synonyms']) : undefined;

  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    const files = new FormData();
    if (occupations) files.append('occupations', occupations);
    if (synonyms) files.append('synonyms', synonyms);
    cbo.mutate(files, {
      onSuccess: () => {
        setRound(round + 1);
        setOccupations(undefined);
        setSynonyms(undefined);
      },
    });
  };

  return (
    <form
      onSubmit={handleSubmit}
      aria-label="Importar a CBO de arquivos do MTE"
      className="mt-6 flex flex-col gap-4 border-t border-line pt-4"
    >
      <h3 className="font-medium">Importar a CBO de arquivos do MTE</h3>
      <p className="max-w-prose text-dense text-muted">
        Os arquivos CSV que o Ministério do Trabalho e Emprego publica: primeira linha
        CODIGO;TITULO, em UTF-8 ou Latin-1, até 10 MB cada. Envie um ou os dois.
      </p>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <FileField
          key={`occupations ${round}`}
          label="Ocupações"
          accept=".csv,.txt"
          error={refused === 'occupations' ? cbo.error?.message : undefined}
          onFiles={([file]) => setOccupations(file)}
        />
        <FileField
          key={`synonyms ${round}`}
          label="Sinônimos"
          accept=".csv,.txt"
          error={refused === 'synonyms' ? cbo.error?.message : undefined}
          onFiles={([file]) => setSynonyms(file)}
        />
      </div>
      <Button
        type="submit"
        className="self-start"
        disabled={cbo.isPending || (occupations ?? synonyms) === undefined}
      >
        {cbo.isPending ? 'Importando...' : 'Importar arquivos'}
      </Button>
    </form>
  );
}
