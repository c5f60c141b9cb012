import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { FormProvider, useForm } from 'react-hook-form';
import { expect, test } from 'vitest';
import { companyListOptions } from './accounts-options.ts';
import { CompanyField } from './company-field.tsx';

function Typed({ text }: { text: string }) {
  const form = useForm({ defaultValues: { companyId: text } });
  return (
    <FormProvider {...form}>
      <CompanyField given={undefined} />
    </FormProvider>
  );
}

test('more companies than fit are counted with a separator of thousands', () => {
  const client = new QueryClient();
  const { queryKey } = companyListOptions({ search: 'padaria', page: 1, pageSize: 10 });
  client.setQueryData(queryKey, { rows: [], total: 1312 });
  const text = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Typed text="padaria" />
    </QueryClientProvider>,
  ).replaceAll(/<[^>]*>/g, '');
  expect(text).toContain('0 de 1.312 empresas: digite mais para achar a sua.');
});
