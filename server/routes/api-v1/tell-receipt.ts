import type { ApiReceipt, ApiReceiptCheck } from '../../../shared/contracts/api-v1.ts';
import type { SearchReceipt, ReceiptCheck } from '../../../shared/contracts/receipts.ts';
import { incompleteNotes, notesOf, tellMetadata, tellStatistics } from './tell-answer.ts';

/** A receipt, by the API's names. */
export function tellReceipt(receipt: SearchReceipt): ApiReceipt {
  const { id, statistics, release } = receipt;
  return {
    estatisticas: tellStatistics(statistics),
    avisos: [...incompleteNotes(receipt.method), ...notesOf(statistics)],
    metadados: tellMetadata({ ...receipt, receipt: id }),
    endereco: receipt.path,
    criado_em: receipt.createdAt,
    versao_atual: release.isCurrent,
    versao_guardada: release.isKept,
    arquivos: receipt.files.map(
      ({ kind, month, name, sha256, receivedSha256, lines, accepted }) => ({
        tipo: kind,
        mes: month,
        nome: name,
        sha256,
        sha256_recebido: receivedSha256,
        linhas: lines,
        aceitas: accepted,
      }),
    ),
    meses_de_correcao: receipt.correctionMonths,
  };
}

/** The result of recomputing a receipt, by the API's names. */
export function tellReceiptCheck(check: ReceiptCheck): ApiReceiptCheck {
  return {
    resultado: check.result,
    conferida_em: check.checkedAt,
    sistema: check.version,
    distribuicao_sha256: check.distributionSha256,
    diferencas: check.differences.map(({ label, kept, now }) => ({
      valor: label,
      no_recibo: kept,
      agora: now,
    })),
  };
}
