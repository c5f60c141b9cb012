import { loadImportedReferences } from '../../reference/imported-references.ts';
import { occupationItems } from '../../reference/occupation-search.ts';
import type { CommandContext } from './context.ts';
import { textTable } from './load-report.ts';

const mostShown = 20;

/** Prints the occupations that match a text, the usually more common ones first. Returns 1 if none matches. */
export async function findOccupations(
  { store }: CommandContext,
  words: readonly string[],
): Promise<number> {
  await loadImportedReferences(store.db);
  const found = occupationItems(words.join(' ')).slice(0, mostShown);
  if (found.length === 0) {
    console.log(`Nenhum cargo se chama "${words.join(' ')}". Tente outra palavra.`);
    return 1;
  }
  console.log(
    textTable(
      [
        ['CBO', 'left'],
        ['Ocupação', 'left'],
        ['Encontrada como', 'left'],
        ['Sem as palavras', 'left'],
      ],
      found.map(({ codigo, titulo, sinonimo, ignoradas, parecida }) => [
        codigo,
        titulo,
        parecida === true ? `nome parecido: ${sinonimo ?? titulo}` : (sinonimo ?? ''),
        (ignoradas ?? []).join(' '),
      ]),
    ),
  );
  return 0;
}
