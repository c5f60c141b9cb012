import type { ReportModel } from './model.ts';
import { ordinaryColumns, publishedColumns } from '../../../shared/codes/record-columns.ts';
import { portugueseCompleteness } from '../portuguese-completeness.ts';
import { noticesOf } from './notices.ts';
import { selectionColumn } from './csv/write-csv.ts';

/**
 * Describes a document for a person or a program that finds it later: its columns, queries, data and receipts. The
 * names are Portuguese, because the description is a document too.
 */
export function describeReport(
  model: ReportModel,
  file: { readonly bytes: number; readonly sha256: string },
) {
  const { type, selections, release } = model;
  const notices = noticesOf(model);
  return {
    relatorio: model.name,
    tipo: type,
    aviso: notices.length === 0 ? null : notices.join(' · '),
    criadoEm: model.createdAt,
    sistema: { endereco: model.siteAddress, versao: model.version },
    arquivo: {
      bytes: file.bytes,
      sha256: file.sha256,
      ...(type === 'CSV' && csvForm(selections.length > 1)),
    },
    selecoes: selections.map(({ label, question, filters, answer, receiptAddress }) => ({
      rotulo: label,
      pesquisa: [question.subject, ...question.parts],
      filtros: filters,
      registros: answer.totalCount,
      completude: portugueseCompleteness(answer.method.completeness),
      metodo: answer.method.ruleLabel,
      recibo: receiptAddress,
    })),
    publicacao: release && {
      numero: release.number,
      publicadaEm: release.publishedAt,
      arquivos: release.files.map((one) => ({
        tipo: one.kind,
        competencia: one.month,
        nome: one.name,
        sha256: one.sha256,
        linhas: one.lines,
      })),
    },
    limites: model.limits,
  };
}

function csvForm(hasSeveral: boolean) {
  const columns = [
    ...(hasSeveral ? [selectionColumn] : []),
    ...ordinaryColumns.map((name) => ({ name, ...publishedColumns[name] })),
  ];
  return {
    formato: {
      codificacao: 'UTF-8 com BOM',
      separador: ';',
      decimal: ',',
      fimDeLinha: 'CRLF',
      textoQueComecaComoFormula: 'tem um apóstrofo na frente',
    },
    ordem: 'competência mais recente primeiro; depois UF, município e ocupação',
    colunas: columns.map(({ name, title, description, kind }) => ({
      nome: name,
      titulo: title,
      descricao: description,
      tipo: kind === 'mes' ? 'texto' : kind,
    })),
  };
}
