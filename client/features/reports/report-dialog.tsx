import { useMutation, useQueryClient, useQuery } from '@tanstack/react-query';
import { useState, useEffect, useRef } from 'react';
import { Link } from '@tanstack/react-router';
import { keysOf } from '../../../shared/codes/keys.ts';
import { queryName } from '../../../shared/sentences/query-text.ts';
import {
  maxReportNameLength,
  Report,
  reportTypes,
  type CreateReport,
  type ReportType,
} from '../../../shared/contracts/reports.ts';
import type { SearchFilters } from '../../../shared/contracts/search.ts';
import { Button, buttonClass } from '../../components/button.tsx';
import { Checkbox } from '../../components/checkbox.tsx';
import { TextField } from '../../components/field.tsx';
import { Notice } from '../../components/notice.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { failedField, failureText, send } from '../../lib/call.ts';
import { useQueryNames } from '../../lib/reference-options.ts';
import { refreshReports, downloadPath, reportsOptions, useLiveReports } from './reports-options.ts';

const types = keysOf(reportTypes);

const hints = {
  PDF: 'Para ler e imprimir: a resposta, os gráficos e o método.',
  EXCEL: 'Uma pasta de trabalho com os números, os gráficos e os registros.',
  CSV: 'Todos os registros, um por linha, para outras ferramentas.',
} as const satisfies Record<ReportType, string>;

/** What a document is made of. */
export interface ReportRequest {
  readonly filters: SearchFilters;
  /** The compared queries in the same document. */
  readonly comparison?: readonly SearchFilters[];
  /** Centavos: the first page states this salary's position. */
  readonly salary?: number | undefined;
  readonly release: number | undefined;
  readonly onClose: () => void;
}

/** The choices of a document alone, as a dialog. */
export default function ReportDialog(request: ReportRequest) {
  return (
    <Sheet title="Baixar" side="center" isOpen onOpen={request.onClose}>
      <ReportChoices {...request} />
    </Sheet>
  );
}

/** Requests a document with a type and a name. It appears in the list at once and downloads when it is ready. */
export function ReportChoices({
  filters,
  comparison = [],
  salary,
  release,
  onClose,
}: ReportRequest) {
  const client = useQueryClient();
  const names = useQueryNames(filters);
  const [typed, setTyped] = useState<string>();
  const [annex, setAnnex] = useState(false);
  const more = comparison.length === 0 ? '' : ` e mais ${comparison.length}`;
  const name = typed ?? `${queryName(filters, names, maxReportNameLength - more.length)}${more}`;
  const making = useMutation({
    mutationFn: (type: ReportType) => {
      const report: CreateReport = {
        type,
        name,
        filters,
        comparison: [...comparison],
        annex: annex && type === 'PDF',
        ...(salary !== undefined && type === 'PDF' && { ownSalary: salary / 100 }),
        release,
      };
      return send('POST', '/api/reports', Report, report);
    },
    onSuccess: () => refreshReports(client),
  });
  const { error } = making;
  const field = error === null ? undefined : failedField(error, ['name']);
  const sentence = error === null ? undefined : failureText(error, 'Erro ao pedir o relatório');
  if (making.isSuccess) return <RequestedReport requested={making.data} onClose={onClose} />;
  // A type's button requests the document at once, so the other choices come before it.
  return (
    <div className="flex flex-col gap-4">
      <TextField
        label="Nome"
        maxLength={maxReportNameLength}
        value={name}
        hint="Em branco, usamos o nome da pesquisa."
        error={field === 'name' ? sentence : undefined}
        onText={setTyped}
      />
      <Checkbox
        label="PDF com o anexo: mais painéis e tabelas"
        isChecked={annex}
        onChecked={setAnnex}
      />
      {salary !== undefined && (
        <Notice tone="neutral" title="O PDF traz a posição do seu salário">
          Por isso, só você e os administradores veem o PDF na lista.
        </Notice>
      )}
      <ul className="flex flex-col gap-2">
        {types.map((type) => (
          <li key={type}>
            <Button
              className="w-full justify-start! py-2 text-left"
              disabled={making.isPending}
              onClick={() => making.mutate(type)}
            >
              <span>
                <span className="font-medium">{reportTypes[type]}</span>
                <span className="block text-dense text-muted">{hints[type]}</span>
              </span>
            </Button>
          </li>
        ))}
      </ul>
      {sentence !== undefined && field === undefined && <Notice tone="danger" title={sentence} />}
    </div>
  );
}

/** A report that was just requested: shows its progress, and downloads it once when it is ready. */
function RequestedReport({ requested, onClose }: { requested: Report; onClose: () => void }) {
  const live = useLiveReports();
  const newest = useQuery(reportsOptions(1, live)).data?.rows;
  const { id, name, status, message } =
    newest?.find((report) => report.id === requested.id) ?? requested;
  const isReady = status === 'COMPLETED';
  const link = useRef<HTMLAnchorElement>(null);
  // Downloads the report once, without another click.
  useEffect(() => {
    if (isReady) link.current?.click();
  }, [isReady]);
  return (
    <div className="flex flex-col gap-4">
      {status === 'FAILED' ? (
        <Notice tone="danger" title={message ?? `Não foi possível gerar “${name}”.`} />
      ) : (
        <output className="block wrap-anywhere">
          {isReady
            ? `“${name}” está pronto, e o download começou.`
            : `“${name}” está sendo gerado. O download começa quando ficar pronto. Se fechar, ele estará em Relatórios.`}
        </output>
      )}
      <div className="flex flex-wrap gap-2">
        {isReady && (
          <a ref={link} href={downloadPath(id)} download className={buttonClass('primary')}>
            Baixar
          </a>
        )}
        <Link to="/reports" search={{}} className={buttonClass(isReady ? 'secondary' : 'primary')}>
          Ver relatórios
        </Link>
        <Button onClick={onClose}>Fechar</Button>
      </div>
    </div>
  );
}
