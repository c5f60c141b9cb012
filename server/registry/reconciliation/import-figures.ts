import { setImmediate } from 'node:timers/promises';
import { ascending } from 'd3-array';
import { recordAct, type Actor } from '../../people/audit/audit.ts';
import { brasiliaMonth } from '../../../shared/codes/months.ts';
import { formatCount, formatMonth } from '../../../shared/words/format.ts';
import type { Done } from '../../../shared/contracts/people-fields.ts';
import { AppError } from '../../platform/errors.ts';
import type { StoreAndClock } from '../../platform/store/store.ts';
import type {
  OfficialFigureImport,
  OfficialFiguresImport,
} from '../../../shared/contracts/integrity.ts';

const figuresInATurn = 100;

/** Stores newer figures, replacing those of an edition, month and series. `AppError` 400 for a future edition. */
export async function importFigures(
  { store, clock }: StoreAndClock,
  actor: Actor,
  { figures }: OfficialFiguresImport,
): Promise<Done> {
  const at = clock();
  const future = figures.find(({ edition }) => edition > brasiliaMonth(at));
  if (future !== undefined) {
    const message = `Ainda não há tabelas de ${formatMonth(future.edition)}: confira a edição.`;
    throw new AppError('future_month', 400, message, { field: 'edition' });
  }
  // In the same order in every import: two imports that lock rows in different orders would wait for each other.
  const ordered = figures.toSorted((a, b) => ascending(keyOf(a), keyOf(b)));
  await store.db.transaction().execute(async (transaction) => {
    for (const [index, figure] of ordered.entries()) {
      if (index % figuresInATurn === 0) await setImmediate();
      const { edition, month, series } = figure;
      const values = valuesOf(figure, at);
      await transaction
        .insertInto('official_figures')
        .values({ edition, month, series, ...values })
        .onConflict((conflict) =>
          conflict.columns(['edition', 'month', 'series']).doUpdateSet(values),
        )
        .execute();
    }
    await recordAct(transaction, {
      action: 'reference.official_figures_imported',
      actor,
      subject: { type: 'reference', id: 'official-figures' },
      details: { figures: figures.length },
      at,
    });
  });
  const what =
    figures.length === 1
      ? '1 número oficial importado'
      : `${formatCount(figures.length)} números oficiais importados`;
  return { message: `${what}.` };
}

const keyOf = ({ edition, month, series }: OfficialFigureImport) => `${edition}${month}${series}`;

function valuesOf(figure: OfficialFigureImport, at: Date) {
  const { admissions, separations, nominalWage, source } = figure;
  const balance =
    figure.balance ?? (admissions == null || separations == null ? null : admissions - separations);
  return {
    admissions: admissions ?? null,
    separations: separations ?? null,
    balance,
    nominal_wage: nominalWage == null ? null : Math.round(nominalWage * 100),
    source,
    imported_at: at.toISOString(),
  };
}
