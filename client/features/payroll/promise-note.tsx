import ShieldCheck from 'lucide-react/icons/shield-check';
import { Fold } from '../../components/fold.tsx';

/** What leaves the browser: nothing of the payroll. Also states what the server does learn. */
export function PromiseNote() {
  return (
    <section aria-label="O que sai deste navegador" className="card p-4">
      <p className="flex items-center gap-2 font-medium">
        <ShieldCheck aria-hidden size={18} className="shrink-0 text-good" />0 bytes enviados
      </p>
      <p className="mt-1 max-w-prose text-dense text-muted">
        A planilha é lida por este navegador e fica na memória desta aba. Nenhum cargo, nome,
        município ou salário dela sai daqui.
      </p>
      <div className="mt-3">
        <Fold title="Como isso é feito, e o que o servidor fica sabendo">
          <ul className="flex max-w-prose list-disc flex-col gap-1 pl-4 text-dense">
            <li>
              O navegador baixa a lista inteira de nomes de ocupações e municípios e acha os seus
              sozinho.
            </li>
            <li>
              Do mercado ele pede famílias inteiras da CBO em estados inteiros (ou na região e no
              Brasil, onde o estado tem poucos registros). É só isso que o servidor fica sabendo: de
              quais famílias e estados é a folha, não quantas pessoas, nem quais, nem quanto ganham.
            </li>
            <li>
              O Excel e o PDF são feitos aqui. Fechar a aba, sair da conta ou “Apagar a folha” apaga
              tudo.
            </li>
            <li>
              Para conferir: abra as ferramentas do navegador (F12), aba Rede, e veja os pedidos; ou
              desligue a internet depois que o mercado carregar.
            </li>
          </ul>
        </Fold>
      </div>
    </section>
  );
}
