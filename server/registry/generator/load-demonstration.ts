import type { Logger } from 'pino';
import { monthsEnding } from '../../../shared/codes/months.ts';
import { withLock } from '../../platform/store/lock.ts';
import type { Store } from '../../platform/store/store.ts';
import type { Loading } from '../ingest/loading.ts';
import type { GeneratorOrder } from './plan.ts';

/** The demonstration of a product without data: 14 months, so that a year can be compared with the one before. */
export const demonstration: GeneratorOrder = {
  months: monthsEnding('202609', 14),
  linesPerMonth: 12_000,
  seed: 'caged-analytics',
};

/**
 * Generates the synthetic months of a product that never had any data. Every screen marks them until the first real
 * publication replaces them. `onStep` receives what is being done. If the generation fails, the log states the reason
 * and the product starts without data.
 */
export async function loadDemonstration(
  loading: Pick<Loading, 'store' | 'warehouse' | 'clock' | 'prepare'>,
  logger: Logger,
  onStep: (text: string) => void,
): Promise<void> {
  await withLock(loading.store, 'load the demonstration', async () => {
    if (await hadData(loading.store)) return;
    try {
      // The generator's tables take a third of a second to load, and most starts already have data.
      const { generateMonths } = await import('./generate-months.ts');
      await generateMonths({
        ...demonstration,
        ...loading,
        onProgress: ({ file }) => onStep(stepText(file)),
      });
    } catch (error) {
      logger.error({ err: error }, 'the demonstration months could not be generated');
    }
  });
}

/** "Carregando meses de demonstração: 6 de 14", by the name of the file that is being generated. */
function stepText(file: string | null): string {
  if (file === null) return 'Publicando os meses de demonstração';
  const { months } = demonstration;
  const number = months.findIndex((month) => file.includes(month)) + 1;
  return `Carregando meses de demonstração: ${number} de ${months.length}`;
}

/** Whether there is or was an upload. A generation that stopped before its end leaves no data and does not count. */
async function hadData({ db }: Store): Promise<boolean> {
  const upload = await db
    .selectFrom('uploads')
    .select('id')
    .where((eb) => eb.or([eb('origin', '!=', 'demonstration'), eb('release', 'is not', null)]))
    .limit(1)
    .executeTakeFirst();
  return upload !== undefined;
}
