import { CagedApi } from './caged-api.ts';

// CAGED_ENDERECO=https://caged.exemplo.com.br CAGED_CHAVE=caged_… node exemplo.ts
const { CAGED_ENDERECO: address = '', CAGED_CHAVE: key = '' } = process.env;
const api = new CagedApi(address, key);

const [occupation] = await api.ocupacoes('vendedor');
const cbo = occupation?.codigo ?? '521110';
const { registros, motivo, estatisticas, metadados } = await api.estatisticas({
  filtros: { cbo, uf: 'SP' },
});
console.log(metadados.pergunta);
console.log(motivo?.mensagem ?? `mediana R$ ${estatisticas.mediana?.toFixed(2)}, n = ${registros}`);
console.log(`recibo ${metadados.recibo}`);
