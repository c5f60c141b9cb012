import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { roles } from '../../../shared/codes/roles.ts';
import { formatCnpj } from '../../../shared/codes/cnpj.ts';
import { formatCounted, formatMoment } from '../../../shared/words/format.ts';
import { CurrentUser } from '../../../shared/contracts/identity.ts';
import { type MyData, UpdateMyName } from '../../../shared/contracts/my-data.ts';
import { buttonClass, Button } from '../../components/button.tsx';
import { Facts } from '../../components/facts.tsx';
import { Panel } from '../../components/panel.tsx';
import { Table, type Column } from '../../components/table.tsx';
import { send } from '../../lib/call.ts';
import { myDataOptions } from './my-data-options.ts';
import { FormText, showFormFailure } from '../../components/form-fields.tsx';
import { showToast } from '../../components/toast.ts';
import { showNewest } from '../../lib/show-newest.ts';
import { currentUserOptions, useCurrentUser } from '../../lib/session.ts';

type Entry = MyData['audit'][number];

const shownEntries = 10;

const columns: readonly Column<Entry>[] = [
  { header: 'Ação', isRowHeader: true, cell: ({ actionLabel }) => actionLabel },
  {
    header: 'Quando e de onde',
    align: 'right',
    cell: ({ at, address }) => (
      <>
        {formatMoment(at)}
        <span className="block text-muted">{address ?? '—'}</span>
      </>
    ),
  },
];

/** The data stored about a user, in words and figures, with all of it as a file. */
export function HeldData({ data }: { data: MyData }) {
  const { user, company, audit, records } = data;
  const signsInElsewhere = useCurrentUser()?.signsInElsewhere === true;
  return (
    <>
      <Panel
        title="O que guardamos sobre você"
        aside={
          <a href="/api/my-data?download=1" download className={buttonClass('secondary')}>
            Exportar tudo (JSON)
          </a>
        }
      >
        <Facts
          facts={[
            { term: 'E-mail', detail: <span className="wrap-anywhere">{user.email}</span> },
            { term: 'Papel', detail: roles[user.role] },
            {
              term: 'Empresa',
              detail:
                company === null ? 'Nenhuma' : `${company.name} (${formatCnpj(company.cnpj)})`,
            },
            { term: 'Conta criada em', detail: formatMoment(user.createdAt) },
            {
              term: 'Último login',
              detail: user.lastSignInAt === null ? 'nunca' : formatMoment(user.lastSignInAt),
            },
            {
              term: 'Senha',
              detail: signsInElsewhere
                ? 'Nenhuma aqui: você entra pelo provedor de login da empresa'
                : 'Guardada como código irreversível (argon2id); ninguém consegue lê-la',
            },
            ...Object.entries(records).map(
              ([name, rows]) =>
                rows.length > 0 && {
                  term: recordNames[name] ?? name,
                  detail: formatCounted(rows.length, 'item', 'itens'),
                },
            ),
          ]}
        />
      </Panel>
      <Panel
        title="O que ficou registrado"
        aside={
          <span className="text-dense text-muted tabular-nums">
            {formatCounted(audit.length, 'registro', 'registros')} de auditoria
          </span>
        }
      >
        <Table
          caption="Seus últimos registros de auditoria"
          columns={columns}
          rows={audit.slice(0, shownEntries)}
          rowKey={({ id }) => id}
        />
        {audit.length > shownEntries && (
          <p className="mt-3 text-dense text-muted">
            Os {shownEntries} mais novos; os outros estão na exportação.
          </p>
        )}
      </Panel>
    </>
  );
}

const recordNames: Readonly<Record<string, string>> = {
  contasNoProvedor: 'Contas no provedor de identidade',
  envios: 'Envios de arquivos',
  historicoDePesquisas: 'Histórico de pesquisas',
  pesquisasSalvas: 'Pesquisas salvas',
  pesquisasSalvasAbertas: 'Pesquisas salvas que você abriu',
  avisosPorEmail: 'Pesquisas salvas com aviso por e-mail',
  relatorios: 'Relatórios',
  linksPublicos: 'Links públicos',
  textosDigitados: 'Recibos com texto que você digitou',
};

export function NameForm({ firstName, lastName }: UpdateMyName) {
  const client = useQueryClient();
  const { control, handleSubmit, setError } = useForm({
    resolver: zodResolver(UpdateMyName),
    defaultValues: { firstName, lastName },
  });
  const change = useMutation({
    mutationFn: (name: UpdateMyName) => send('PUT', '/api/my-data', CurrentUser, name),
    onSuccess: async (user) => {
      showNewest(client, currentUserOptions.queryKey, user);
      showToast({ title: 'Nome corrigido', description: `${user.firstName} ${user.lastName}` });
      await client.invalidateQueries({ queryKey: myDataOptions.queryKey });
    },
    onError: (error) =>
      showFormFailure(
        error,
        'Erro',
        ['firstName', 'lastName'],
        setError,
        'Erro ao corrigir o nome',
      ),
  });
  const submit = handleSubmit((name) => change.mutate(name));
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-3">
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <FormText
          control={control}
          name="firstName"
          label="Nome"
          autoComplete="given-name"
          maxLength={80}
          required
        />
        <FormText
          control={control}
          name="lastName"
          label="Sobrenome"
          autoComplete="family-name"
          maxLength={80}
          required
        />
      </div>
      <Button type="submit" disabled={change.isPending} className="self-start">
        {change.isPending ? 'Salvando...' : 'Corrigir nome'}
      </Button>
    </form>
  );
}
