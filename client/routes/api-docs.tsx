import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { AsyncPanel, Skeleton } from '../components/async-panel.tsx';
import { Section } from '../components/document.tsx';
import { Fold } from '../components/fold.tsx';
import { linkClass } from '../components/button.tsx';
import { ApiCall, Code, FieldTable, withCode } from '../features/api-docs/api-call.tsx';
import {
  apiDocumentOptions,
  guideSections,
  recipeText,
  type ApiDocument,
} from '../features/api-docs/api-document.ts';

/** The API for programs, read from the OpenAPI document. */
export default function ApiDocsPage() {
  const document = useQuery(apiDocumentOptions);
  return (
    <main className="mx-auto w-full max-w-4xl min-w-0 py-8 [--ground:var(--color-paper)]">
      <title>API · CAGED Analytics</title>
      <h1 className="text-figure font-semibold tracking-tight">API</h1>
      <AsyncPanel query={document} skeleton={<Skeleton className="mt-8 h-200" />}>
        {(read) => <Content document={read} />}
      </AsyncPanel>
    </main>
  );
}

function Content({ document }: { document: ApiDocument }) {
  const { info, paths, components, 'x-receitas': recipes } = document;
  const hash = useLocation({ select: (place) => place.hash });
  useEffect(() => {
    const details = window.document.getElementById(hash)?.closest('details');
    details?.setAttribute('open', '');
    details?.scrollIntoView();
  }, [hash]);
  const { properties } = components.schemas.CamposDaPergunta;
  const queryFields = new Set(Object.keys(properties));
  return (
    <>
      <p className="mt-1 max-w-prose text-muted">
        {info.summary} Esta página vem do documento{' '}
        <a href="/api/v1/openapi.json" className={linkClass}>
          OpenAPI 3.1
        </a>
        , versão {info.version}, feito para programas.
      </p>
      {/* Paper has the outer folds open. */}
      <div className="mt-8 flex flex-col gap-8 print:[&_details:not(details_details)::details-content]:[content-visibility:visible]">
        <div>
          {recipes.map((recipe, index) => (
            <Fold
              key={recipe.nome}
              title={<h2 className="inline">{recipe.titulo}</h2>}
              isOpenAtFirst={index === 0}
            >
              <Code label={recipe.titulo} text={recipeText(recipe, window.location.origin)} />
            </Fold>
          ))}
        </div>
        <Section title="Endpoints">
          <div>
            {Object.entries(paths).flatMap(([path, methods]) =>
              Object.entries(methods)
                .filter(([, operation]) => !operation.deprecated)
                .map(([method, operation]) => (
                  <ApiCall
                    key={operation.operationId}
                    method={method}
                    path={path}
                    operation={operation}
                    queryFields={queryFields}
                  />
                )),
            )}
            <Fold title={<h3 className="inline">Filtros de um pedido</h3>}>
              <p className="max-w-prose">
                {withCode(
                  'Campos de `filtros` e de cada seleção de uma comparação. Todos são opcionais.',
                )}
              </p>
              <FieldTable
                caption="Filtros de um pedido"
                rows={Object.entries(properties).map(([name, shape]) => ({ name, shape }))}
              />
            </Fold>
          </div>
        </Section>
        {guideSections(info.description).map(({ title, text }) => (
          <Section key={title} title={title}>
            <p className="max-w-prose">{withCode(text)}</p>
          </Section>
        ))}
      </div>
    </>
  );
}
