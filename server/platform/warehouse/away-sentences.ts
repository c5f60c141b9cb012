import type { WarehouseAwayError } from './engine-error.ts';

/** The message for the user if a result would be incomplete. */
export const awaySentence = ({ part }: Pick<WarehouseAwayError, 'part'>): string => sentences[part];

const sentences: Readonly<Record<WarehouseAwayError['part'], string>> = {
  servers:
    'O armazém de dados não está respondendo. Tente de novo em alguns minutos e, se persistir, avise um administrador.',
  shard:
    'Uma parte dos dados está fora do ar (um shard do ClickHouse), e nada é mostrado para não mostrar menos do que existe. Tente de novo em alguns minutos e, se persistir, avise um administrador.',
  replica:
    'Uma cópia dos dados (réplica do ClickHouse) ainda está sendo completada. Tente de novo em alguns minutos e, se persistir, avise um administrador.',
};

/** The message for the user who loads: nothing is published unless every replica has every row. */
export const loadAwaySentence =
  'Uma réplica do ClickHouse não respondeu ou não recebeu todas as linhas, e nada foi publicado. Confira em Saúde do sistema se todas estão no ar (e o Keeper, se o cluster usa um), ligue a que faltar (ou retire-a do cluster e de CLICKHOUSE_URL) e tente de novo.';
