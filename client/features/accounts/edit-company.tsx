import { useQueryClient, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import {
  Company,
  logoTooLarge,
  maxLogoKilobytes,
  type CompanyLogo,
} from '../../../shared/contracts/companies.ts';
import { Button } from '../../components/button.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { showToast } from '../../components/toast.ts';
import { refreshAccounts } from './accounts-options.ts';
import { CompanyForm, valuesOfCompany } from './company-form.tsx';
import { FileButton } from '../../components/file-field.tsx';
import { Notice } from '../../components/notice.tsx';
import { failureText, send } from '../../lib/call.ts';
import { base64Of } from '../../lib/files.ts';

/** A company's fields in a sheet. If another user changed the company meanwhile, nothing is overwritten. */
export function EditCompany({ company, onClose }: { company: Company; onClose: () => void }) {
  const client = useQueryClient();
  return (
    <Sheet title="Editar empresa" side="right" isOpen onOpen={onClose}>
      <CompanyLogoField company={company} />
      <CompanyForm
        initial={valuesOfCompany(company)}
        failureTitle="Erro ao atualizar empresa"
        label="Salvar"
        busyLabel="Salvando..."
        save={async (values) => {
          const path = `/api/admin/companies/${company.id}`;
          const changes = { ...values, version: company.version };
          const updated = await send('PUT', path, Company, changes);
          await refreshAccounts(client);
          showToast({ title: 'Empresa atualizada!', description: company.name });
          return updated;
        }}
        onSaved={onClose}
        onCancel={onClose}
      />
    </Sheet>
  );
}

/** A company's logo. A chosen file is saved at once, without waiting for the form. */
function CompanyLogoField({ company }: { company: Company }) {
  const client = useQueryClient();
  const [logo, setLogo] = useState(company.logo);
  const [isTooLarge, setTooLarge] = useState(false);
  const changing = useMutation({
    mutationFn: async (file: File | null) => {
      const path = `/api/admin/companies/${company.id}/logo`;
      if (file === null) return send('DELETE', path, Company);
      const body: CompanyLogo = { content: await base64Of(file) };
      return send('PUT', path, Company, body);
    },
    onSuccess: async (changed) => {
      setLogo(changed.logo);
      const title = changed.logo === null ? 'Logotipo removido' : 'Logotipo salvo';
      showToast({ title, description: company.name });
      await refreshAccounts(client);
    },
  });
  const handleFile = (file: File) => {
    const isHeavy = file.size > maxLogoKilobytes * 1024;
    setTooLarge(isHeavy);
    if (!isHeavy) changing.mutate(file);
  };
  const failure = isTooLarge
    ? logoTooLarge
    : changing.error && failureText(changing.error, 'Não foi possível mudar o logotipo');
  return (
    <section aria-labelledby="company-logo" className="mb-5 border-b border-line pb-5">
      <h3 id="company-logo" className="mb-2 font-medium">
        Logotipo
      </h3>
      <div className="flex flex-wrap items-center gap-3">
        {logo !== null && (
          // White, like the paper that the logo is printed on.
          <img
            src={`/api/admin/companies/${company.id}/logo?v=${logo.sha256}`}
            alt={`Logotipo de ${company.name}`}
            width={logo.width}
            height={logo.height}
            className="h-20 w-48 rounded-control border border-line bg-[white] object-contain p-2"
          />
        )}
        <div className="flex flex-wrap gap-2" aria-busy={changing.isPending}>
          <FileButton
            label={labelOf(changing.isPending, logo !== null)}
            subject={company.name}
            accept="image/png,image/jpeg"
            disabled={changing.isPending}
            onFile={handleFile}
          />
          {logo !== null && (
            <Button disabled={changing.isPending} onClick={() => changing.mutate(null)}>
              Remover logotipo
            </Button>
          )}
        </div>
      </div>
      <p className="mt-2 text-dense text-muted">
        PNG ou JPEG de até {maxLogoKilobytes} KB. Aparece na capa do PDF dos relatórios desta
        empresa.
      </p>
      {failure !== null && <Notice tone="danger" className="mt-3" title={failure} />}
    </section>
  );
}

function labelOf(isChanging: boolean, hasLogo: boolean): string {
  if (isChanging) return 'Enviando...';
  return hasLogo ? 'Trocar logotipo' : 'Escolher logotipo';
}
