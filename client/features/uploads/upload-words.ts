import { formatLongMonth } from '../../../shared/words/format.ts';
import type { Upload, UploadFile, UploadOrigin } from '../../../shared/contracts/uploads.ts';

const originLabels = {
  web: 'enviado pela tela',
  command: 'pela linha de comando',
  source: 'buscado na fonte',
  demonstration: 'demonstração',
} as const satisfies Record<UploadOrigin, string>;

/** "buscado na fonte por Ana Souza". */
export function originText({ origin, createdBy }: Pick<Upload, 'origin' | 'createdBy'>): string {
  const how = originLabels[origin];
  return createdBy === null ? how : `${how} por ${createdBy.name}`;
}

/** The month of an upload: "julho de 2023", or what is known of it. */
export function monthText({ competencia, files }: Pick<Upload, 'competencia' | 'files'>): string {
  if (competencia !== null) return formatLongMonth(competencia);
  const months = new Set(files.flatMap(({ month }) => (month === null ? [] : [month])));
  const [only] = months;
  if (only === undefined) return 'competência ainda não lida';
  return months.size === 1 ? formatLongMonth(only) : `${months.size} competências`;
}

export const outcomeLabels = {
  PUBLISHED: 'Publicado',
  UNCHANGED: 'Sem mudança',
  REFUSED: 'Recusado',
} as const satisfies Record<NonNullable<UploadFile['outcome']>, string>;
