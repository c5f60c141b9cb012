import type { ReactNode } from 'react';

/** What the product does, in a few true sentences, for who has not signed in yet. */
export function ProductStatement() {
  return (
    <div className="flex max-w-xl flex-col gap-6">
      <p className="text-[1.75rem] leading-9 font-semibold tracking-tight text-balance">
        Quanto se paga no emprego formal brasileiro, com o registro oficial por trás de cada número.
      </p>
      <dl className="flex flex-col">
        <Point term="Dados do governo">
          Movimentações do Novo CAGED, publicadas todo mês pelo Ministério do Trabalho e Emprego.
        </Point>
        <Point term="Estatística exata">
          Média, mediana, quartis e qualquer percentil, calculados sobre todos os registros da
          pesquisa, até o centavo. Nada é estimado.
        </Point>
        <Point term="Filtros que importam">
          Cargo ou CBO, lugar, faixa salarial, escolaridade, gênero, idade e período.
        </Point>
        <Point term="Método à vista">
          Cada resultado mostra quantos registros tem, quais ficaram de fora e por quê.
        </Point>
      </dl>
      <p className="text-dense text-muted">
        Os salários são os contratuais, sem 13º, bônus nem benefícios. Os arquivos do CAGED não
        identificam pessoas.
      </p>
    </div>
  );
}

function Point({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-6 gap-y-1 border-t border-line py-3 sm:grid-cols-[11rem_1fr]">
      <dt className="font-medium">{term}</dt>
      <dd className="text-muted">{children}</dd>
    </div>
  );
}
