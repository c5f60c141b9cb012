// Feito de /api/v1/openapi.json por `node tests/support/write-api-types.ts`. Não altere à mão.

export type Meses = {
  /**
   * AAAAMM.
   */
  mes: string;
  /**
   * Os arquivos publicados do mês; sem MOV, o mês está incompleto.
   */
  arquivos: ('MOV' | 'FOR' | 'EXC')[];
  /**
   * Provisório: as admissões do país no mês ainda devem variar de `muda_de` a `muda_ate`, como parte do número atual (0,01 é 1 %), com 95 % de probabilidade (Mack, 1993). Null com um ano ou mais, sem 13 meses de história ou sem um dos arquivos.
   */
  muda_de: number | null;
  muda_ate: number | null;
  [k: string]: unknown;
}[];
export type Municipios = {
  /**
   * Os seis primeiros dígitos do código do IBGE.
   */
  codigo: string;
  nome: string;
  uf: string;
  [k: string]: unknown;
}[];
export type Filtros = {
  campo: string;
  nome: string;
  valores: {
    valor: string;
    nome: string;
    [k: string]: unknown;
  }[];
  [k: string]: unknown;
}[];

export interface Api {
  CamposDaPergunta: CamposDaPergunta;
  Pergunta: Pergunta;
  PerguntaComparada: PerguntaComparada;
  Versao: Versao;
  Ocupacao: Ocupacao;
  Lugar: Lugar;
  Meses: Meses;
  Municipios: Municipios;
  Filtros: Filtros;
  Resposta: Resposta;
  Distribuicao: Distribuicao;
  PisosEConcentracoes: PisosEConcentracoes;
  SalarioOuComposicao: SalarioOuComposicao;
  EntradasESaidas: EntradasESaidas;
  Comparacao: Comparacao;
  Recibo: Recibo;
  Conferencia: Conferencia;
  Problema: Problema;
}
export interface CamposDaPergunta {
  /**
   * Código CBO de seis dígitos.
   */
  cbo?: string;
  /**
   * Vários códigos CBO: a resposta reúne todos.
   *
   * @maxItems 20
   */
  cbos?: string[];
  /**
   * A ocupação pelo nome usado no dia a dia.
   */
  busca?: string;
  /**
   * Códigos CBO a excluir do que o texto ou a família encontra.
   *
   * @maxItems 200
   */
  sem_cbos?: string[];
  /**
   * Família da CBO, quatro dígitos.
   */
  familia_cbo?: string;
  /**
   * 1 (Norte), 2 (Nordeste), 3 (Sudeste), 4 (Sul), 5 (Centro-Oeste) ou 9 (não identificada).
   */
  regiao?: string;
  /**
   * Sigla do estado.
   */
  uf?: string;
  /**
   * Região do IBGE de 2017: imediata (seis dígitos) ou intermediária (quatro).
   */
  regiao_ibge?: string;
  /**
   * Códigos do IBGE, ou nomes com o estado em `uf`.
   *
   * @maxItems 200
   */
  municipios?: string[];
  /**
   * Em reais, com até duas casas decimais.
   */
  salario_min?: number;
  /**
   * Em reais, com até duas casas decimais.
   */
  salario_max?: number;
  /**
   * Gênero: M (Masculino), F (Feminino).
   */
  genero?: 'M' | 'F';
  /**
   * Faixa etária: 18-25 (18 a 25 anos), 26-35 (26 a 35 anos), 36-45 (36 a 45 anos), 46-55 (46 a 55 anos), 55+ (55+ (56 anos ou mais)).
   */
  faixa_etaria?: '18-25' | '26-35' | '36-45' | '46-55' | '55+';
  /**
   * Escolaridade: 1 (Analfabeto), 2 (Fundamental Incompleto), 3 (Fundamental Completo), 4 (Médio Incompleto), 5 (Médio Completo), 6 (Superior Incompleto), 7 (Superior Completo), 8 (Pós-graduação), 9 (Mestrado), 10 (Doutorado), 80 (Não informado).
   */
  escolaridade?: '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '10' | '80';
  /**
   * Nível de escolaridade: fundamental (Até o fundamental), medio (Médio), superior (Superior), pos (Pós-graduação).
   */
  nivel_escolaridade?: 'fundamental' | 'medio' | 'superior' | 'pos';
  /**
   * Raça ou cor: 1 (Branca), 2 (Preta), 3 (Parda), 4 (Amarela), 5 (Indígena), 6 (Não informada).
   */
  raca?: '1' | '2' | '3' | '4' | '5' | '6';
  /**
   * Deficiência: sim (Com deficiência), nao (Sem deficiência), 1 (Física), 2 (Auditiva), 3 (Visual), 4 (Intelectual (mental)), 5 (Múltipla), 6 (Reabilitado).
   */
  deficiencia?: '1' | '2' | '3' | '4' | '5' | '6' | 'sim' | 'nao';
  /**
   * Porte da empresa: MICRO (Micro), PEQUENA (Pequena), MEDIA (Média), GRANDE (Grande).
   */
  porte?: 'MICRO' | 'PEQUENA' | 'MEDIA' | 'GRANDE';
  /**
   * Seção da CNAE: A (A – Agricultura, Pecuária, Produção Florestal, Pesca e Aquicultura), B (B – Indústrias Extrativas), C (C – Indústrias de Transformação), D (D – Eletricidade e Gás), E (E – Água, Esgoto, Atividades de Gestão de Resíduos e Descontaminação), F (F – Construção), G (G – Comércio, Reparação de Veículos Automotores e Motocicletas), H (H – Transporte, Armazenagem e Correio), I (I – Alojamento e Alimentação), J (J – Informação e Comunicação), K (K – Atividades Financeiras, de Seguros e Serviços Relacionados), L (L – Atividades Imobiliárias), M (M – Atividades Profissionais, Científicas e Técnicas), N (N – Atividades Administrativas e Serviços Complementares), O (O – Administração Pública, Defesa e Seguridade Social), P (P – Educação), Q (Q – Saúde Humana e Serviços Sociais), R (R – Artes, Cultura, Esporte e Recreação), S (S – Outras Atividades de Serviços), T (T – Serviços Domésticos), U (U – Organismos Internacionais e Outras Instituições Extraterritoriais), Z (Z – Não identificada).
   */
  secao?:
    | 'A'
    | 'B'
    | 'C'
    | 'D'
    | 'E'
    | 'F'
    | 'G'
    | 'H'
    | 'I'
    | 'J'
    | 'K'
    | 'L'
    | 'M'
    | 'N'
    | 'O'
    | 'P'
    | 'Q'
    | 'R'
    | 'S'
    | 'T'
    | 'U'
    | 'Z';
  /**
   * Subclasses da CNAE, sete dígitos.
   *
   * @maxItems 20
   */
  cnaes?: string[];
  /**
   * Tipo de contrato: comum (Comum), aprendiz (Aprendiz), temporario (Temporário), parcial (Tempo parcial), intermitente (Intermitente).
   */
  contrato?: 'comum' | 'aprendiz' | 'temporario' | 'parcial' | 'intermitente';
  /**
   * Horas semanais: ate-20 (Até 20 horas), 20-30 (Mais de 20 a 30 horas), 30-39 (Mais de 30 a menos de 40 horas), 40-44 (De 40 a 44 horas), mais-de-44 (Mais de 44 horas).
   */
  horas?: 'ate-20' | '20-30' | '30-39' | '40-44' | 'mais-de-44';
  /**
   * Primeiro mês, AAAAMM; sem este campo, os últimos doze meses publicados, a partir do primeiro com o arquivo principal (MOV).
   */
  periodo_inicio?: string;
  /**
   * Último mês, AAAAMM.
   */
  periodo_fim?: string;
  /**
   * Movimentação: admissao (Admissões), desligamento (Desligamentos), todas (Admissões e desligamentos).
   */
  movimentacao?: 'admissao' | 'desligamento' | 'todas';
  /**
   * Método: mte (Regra do MTE), integral (Jornada integral), bruto (Bruto).
   */
  metodo?: 'mte' | 'integral' | 'bruto';
  /**
   * Série: ajustada (Ajustada), declarada (Declarada).
   */
  serie?: 'ajustada' | 'declarada';
}
export interface Pergunta {
  filtros: CamposDaPergunta;
  /**
   * A versão dos dados; sem ela, a atual.
   */
  versao?: number;
}
export interface PerguntaComparada {
  /**
   * @minItems 2
   * @maxItems 5
   */
  selecoes: CamposDaPergunta[];
  /**
   * A versão dos dados; sem ela, a atual.
   */
  versao?: number;
}
export interface Versao {
  numero: number | null;
  publicada_em: string | null;
  sintetica: boolean;
  meses: string[];
  ultimo_mes: string | null;
  [k: string]: unknown;
}
export interface Ocupacao {
  codigo: string;
  titulo: string;
  sinonimo?: string;
  ignoradas?: string[];
  parecida?: boolean;
  [k: string]: unknown;
}
export interface Lugar {
  nome: string;
  dentro: string;
  regiao: string;
  uf: string | null;
  regiao_ibge: string | null;
  municipio: string | null;
  [k: string]: unknown;
}
export interface Resposta {
  registros: number;
  /**
   * Por que não há valores; null se há valores.
   */
  motivo: {
    codigo:
      'sem_registros' | 'poucos_registros' | 'poucos_sensiveis' | 'protege_outro' | 'quase_iguais';
    mensagem: string;
    [k: string]: unknown;
  } | null;
  estatisticas: {
    registros: number;
    media: number | null;
    minimo: number | null;
    percentil_10: number | null;
    percentil_25: number | null;
    mediana: number | null;
    percentil_75: number | null;
    percentil_90: number | null;
    maximo: number | null;
    metade_central: number | null;
    desvio_padrao: number | null;
    mediana_de: number | null;
    mediana_ate: number | null;
    [k: string]: unknown;
  };
  /**
   * Só com menos de 30 registros independentes: perguntas mais amplas, a mais próxima primeiro. A mediana vem no primeiro lugar com pelo menos 30 registros independentes e, se a ocupação é rara no estado, também na família dela.
   */
  mais_amplas: {
    rotulo: string;
    filtros: {
      [k: string]: unknown;
    };
    registros: number;
    mediana: number | null;
    mediana_de: number | null;
    mediana_ate: number | null;
    [k: string]: unknown;
  }[];
  /**
   * Para um município com poucos registros: até cinco municípios, do mesmo estado ou dos dois estados mais próximos, com pelo menos 30 registros independentes; o mais próximo primeiro.
   */
  proximos: {
    municipio: string;
    nome: string;
    uf: string;
    distancia_km: number;
    registros: number;
    mediana: number;
    [k: string]: unknown;
  }[];
  /**
   * Estimativa da mediana de uma ocupação, ou família, em um município com poucos registros (Fay e Herriot, 1979). Não é contagem e não entra em recibos, laudos, posições ou comparações; null fora desse caso.
   */
  estimativa: {
    nome: string;
    mediana: number;
    de: number;
    ate: number;
    /**
     * Registros do próprio município.
     */
    registros: number;
    /**
     * Peso dos registros do próprio município, de 0 a 1.
     */
    peso_proprio: number;
    explicacao: string;
    [k: string]: unknown;
  } | null;
  avisos: string[];
  grupos: {
    /**
     * O tipo do grupo: estado, genero, escolaridade, …
     */
    painel: string;
    codigo: string;
    nome: string;
    registros: number;
    /**
     * Parte dos registros do painel, de 0 a 1.
     */
    parte: number;
    media: number | null;
    percentil_25: number | null;
    mediana: number | null;
    percentil_75: number | null;
    omitido:
      | (
          | 'sem_registros'
          | 'poucos_registros'
          | 'poucos_sensiveis'
          | 'protege_outro'
          | 'quase_iguais'
        )
      | null;
    [k: string]: unknown;
  }[];
  metadados: {
    pergunta: string;
    filtros: {
      [k: string]: unknown;
    };
    periodo: {
      de: string;
      ate: string;
      [k: string]: unknown;
    } | null;
    /**
     * Se o arquivo principal (MOV) de cada mês da pergunta está carregado.
     */
    completude: {
      situacao: 'completa' | 'parcial' | 'so_fora_do_prazo';
      /**
       * Meses da pergunta, até o último mês publicado.
       */
      meses: number;
      /**
       * Meses (AAAAMM) sem o arquivo principal (MOV).
       */
      sem_mov: string[];
      /**
       * A frase a mostrar acima dos números; null se completa.
       */
      aviso: string | null;
      [k: string]: unknown;
    };
    regra: {
      codigo: string;
      nome: string;
      descricao: string;
      [k: string]: unknown;
    };
    serie: string;
    movimentacao: string;
    /**
     * As contratações de uma mesma empresa têm salários parecidos e contam menos que registros independentes: divida os registros por este número para saber a quantos equivalem. Os intervalos já usam este número.
     */
    efeito_de_bloco: number;
    versao: {
      numero: number;
      publicada_em: string;
      sintetica: boolean;
      [k: string]: unknown;
    } | null;
    funil: {
      etapa:
        | 'selecao'
        | 'serie'
        | 'movimentacao'
        | 'intermitente'
        | 'vazio'
        | 'zero'
        | 'piso'
        | 'teto'
        | 'jornada'
        | 'aprendiz'
        | 'faixaSalarial';
      rotulo: string;
      motivo: string;
      retirados: number;
      restam: number;
      [k: string]: unknown;
    }[];
    /**
     * Id do recibo, que pode ser conferido; null se a resposta não tem um, como sem espaço em disco.
     */
    recibo: string | null;
    distribuicao_sha256: string;
    sistema: string;
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
export interface Distribuicao {
  registros: number;
  /**
   * Por que não há valores; null se há valores.
   */
  motivo: {
    codigo:
      'sem_registros' | 'poucos_registros' | 'poucos_sensiveis' | 'protege_outro' | 'quase_iguais';
    mensagem: string;
    [k: string]: unknown;
  } | null;
  distribuicao: {
    salario: number;
    registros: number;
    [k: string]: unknown;
  }[];
  metadados: {
    pergunta: string;
    filtros: {
      [k: string]: unknown;
    };
    periodo: {
      de: string;
      ate: string;
      [k: string]: unknown;
    } | null;
    /**
     * Se o arquivo principal (MOV) de cada mês da pergunta está carregado.
     */
    completude: {
      situacao: 'completa' | 'parcial' | 'so_fora_do_prazo';
      /**
       * Meses da pergunta, até o último mês publicado.
       */
      meses: number;
      /**
       * Meses (AAAAMM) sem o arquivo principal (MOV).
       */
      sem_mov: string[];
      /**
       * A frase a mostrar acima dos números; null se completa.
       */
      aviso: string | null;
      [k: string]: unknown;
    };
    regra: {
      codigo: string;
      nome: string;
      descricao: string;
      [k: string]: unknown;
    };
    serie: string;
    movimentacao: string;
    /**
     * As contratações de uma mesma empresa têm salários parecidos e contam menos que registros independentes: divida os registros por este número para saber a quantos equivalem. Os intervalos já usam este número.
     */
    efeito_de_bloco: number;
    versao: {
      numero: number;
      publicada_em: string;
      sintetica: boolean;
      [k: string]: unknown;
    } | null;
    funil: {
      etapa:
        | 'selecao'
        | 'serie'
        | 'movimentacao'
        | 'intermitente'
        | 'vazio'
        | 'zero'
        | 'piso'
        | 'teto'
        | 'jornada'
        | 'aprendiz'
        | 'faixaSalarial';
      rotulo: string;
      motivo: string;
      retirados: number;
      restam: number;
      [k: string]: unknown;
    }[];
    /**
     * Id do recibo, que pode ser conferido; null se a resposta não tem um, como sem espaço em disco.
     */
    recibo: string | null;
    distribuicao_sha256: string;
    sistema: string;
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
export interface PisosEConcentracoes {
  painel: {
    registros: number;
    /**
     * Do mais ao menos comum; só os que o acaso não explica. Múltiplos de R$ 50 não entram, exceto o salário mínimo.
     */
    valores: {
      valor: number;
      /**
       * Primeiro mês deste salário mínimo; null para outro valor.
       */
      minimo_desde: string | null;
      registros: number;
      parte: number;
      /**
       * Média dos valores vizinhos com o mesmo arredondamento.
       */
      esperados: number;
      /**
       * registros - esperados.
       */
      excesso: number;
      primeiro_mes: string | null;
      ultimo_mes: string | null;
      [k: string]: unknown;
    }[];
    /**
     * O mês em que o valor que mais se concentra, fora o mínimo, passa a ser comum ou deixa de ser. Se passa a ser, é um possível mês da data-base; o registro não a informa.
     */
    data_base: {
      mes: string;
      valor: number;
      /**
       * Se o valor começa neste mês; senão, termina.
       */
      comeca: boolean;
      [k: string]: unknown;
    } | null;
    /**
     * Primeiro mês cujo salário mínimo ainda não foi importado: um dos valores pode ser ele, e nenhum mês desde então é dado como data_base. null se todos são conhecidos.
     */
    minimo_desconhecido_desde: string | null;
    falta: ('incompleto' | 'poucos_registros') | null;
    [k: string]: unknown;
  };
  metadados: {
    pergunta: string;
    filtros: {
      [k: string]: unknown;
    };
    periodo: {
      de: string;
      ate: string;
      [k: string]: unknown;
    } | null;
    /**
     * Se o arquivo principal (MOV) de cada mês da pergunta está carregado.
     */
    completude: {
      situacao: 'completa' | 'parcial' | 'so_fora_do_prazo';
      /**
       * Meses da pergunta, até o último mês publicado.
       */
      meses: number;
      /**
       * Meses (AAAAMM) sem o arquivo principal (MOV).
       */
      sem_mov: string[];
      /**
       * A frase a mostrar acima dos números; null se completa.
       */
      aviso: string | null;
      [k: string]: unknown;
    };
    serie: string;
    /**
     * As contratações de uma mesma empresa têm salários parecidos e contam menos que registros independentes: divida os registros por este número para saber a quantos equivalem. Os intervalos já usam este número.
     */
    efeito_de_bloco: number;
    versao: {
      numero: number;
      publicada_em: string;
      sintetica: boolean;
      [k: string]: unknown;
    } | null;
    sistema: string;
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
export interface SalarioOuComposicao {
  painel: {
    mudanca: {
      de: string;
      ate: string;
      registros_de: number;
      registros_ate: number;
      media_de: number;
      media_ate: number;
      /**
       * Em reais: salario + composicao.
       */
      diferenca: number;
      diferenca_pode_ser_acaso: boolean;
      /**
       * Entre registros da mesma célula.
       */
      salario: number;
      /**
       * Pela mudança na mistura de registros; inclui os registros sem par.
       */
      composicao: number;
      salario_de: number;
      salario_ate: number;
      /**
       * A diferença por salário.
       */
      pode_ser_acaso: boolean;
      /**
       * Da média anterior, como os dois seguintes.
       */
      percentual: number;
      percentual_salario: number;
      percentual_composicao: number;
      celulas: number;
      /**
       * Registros em células dos dois meses, de 0 a 1.
       */
      parte_pareada: number;
      [k: string]: unknown;
    } | null;
    /**
     * Por que não há mudança; null onde há. Ela precisa de 30 registros independentes em cada mês (senão, poucos_registros), também entre os que têm par, e de cinco células com registros dos dois meses (senão, poucos_pares).
     */
    falta: ('ano_anterior' | 'incompleto' | 'poucos_registros' | 'poucos_pares') | null;
    [k: string]: unknown;
  };
  metadados: {
    pergunta: string;
    filtros: {
      [k: string]: unknown;
    };
    periodo: {
      de: string;
      ate: string;
      [k: string]: unknown;
    } | null;
    /**
     * Se o arquivo principal (MOV) de cada mês da pergunta está carregado.
     */
    completude: {
      situacao: 'completa' | 'parcial' | 'so_fora_do_prazo';
      /**
       * Meses da pergunta, até o último mês publicado.
       */
      meses: number;
      /**
       * Meses (AAAAMM) sem o arquivo principal (MOV).
       */
      sem_mov: string[];
      /**
       * A frase a mostrar acima dos números; null se completa.
       */
      aviso: string | null;
      [k: string]: unknown;
    };
    serie: string;
    /**
     * As contratações de uma mesma empresa têm salários parecidos e contam menos que registros independentes: divida os registros por este número para saber a quantos equivalem. Os intervalos já usam este número.
     */
    efeito_de_bloco: number;
    versao: {
      numero: number;
      publicada_em: string;
      sintetica: boolean;
      [k: string]: unknown;
    } | null;
    sistema: string;
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
export interface EntradasESaidas {
  painel: {
    admissoes: {
      /**
       * Todas as movimentações da seleção. Na série ajustada, sem as exclusões que têm linha correspondente.
       */
      movimentacoes: number;
      /**
       * Registros com salário pela regra da pergunta.
       */
      registros: number;
      omitido:
        | (
            | 'sem_registros'
            | 'poucos_registros'
            | 'poucos_sensiveis'
            | 'protege_outro'
            | 'quase_iguais'
          )
        | null;
      mediana: number | null;
      mediana_de: number | null;
      mediana_ate: number | null;
      [k: string]: unknown;
    };
    desligamentos: {
      /**
       * Todas as movimentações da seleção. Na série ajustada, sem as exclusões que têm linha correspondente.
       */
      movimentacoes: number;
      /**
       * Registros com salário pela regra da pergunta.
       */
      registros: number;
      omitido:
        | (
            | 'sem_registros'
            | 'poucos_registros'
            | 'poucos_sensiveis'
            | 'protege_outro'
            | 'quase_iguais'
          )
        | null;
      mediana: number | null;
      mediana_de: number | null;
      mediana_ate: number | null;
      /**
       * Mediana de quem entra dividida pela mediana destes desligamentos; null também se muitos salários são iguais a uma delas.
       */
      razao: {
        valor: number;
        de: number;
        ate: number;
        pode_ser_acaso: boolean;
        [k: string]: unknown;
      } | null;
      [k: string]: unknown;
    };
    /**
     * Os tipos de desligamento, que somam todos os desligamentos.
     */
    tipos: {
      tipo: 'admissao' | 'sem_justa_causa' | 'a_pedido' | 'termino' | 'acordo' | 'outros';
      nome: string;
      /**
       * Todas as movimentações da seleção. Na série ajustada, sem as exclusões que têm linha correspondente.
       */
      movimentacoes: number;
      /**
       * Registros com salário pela regra da pergunta.
       */
      registros: number;
      omitido:
        | (
            | 'sem_registros'
            | 'poucos_registros'
            | 'poucos_sensiveis'
            | 'protege_outro'
            | 'quase_iguais'
          )
        | null;
      mediana: number | null;
      mediana_de: number | null;
      mediana_ate: number | null;
      /**
       * Mediana de quem entra dividida pela mediana destes desligamentos; null também se muitos salários são iguais a uma delas.
       */
      razao: {
        valor: number;
        de: number;
        ate: number;
        pode_ser_acaso: boolean;
        [k: string]: unknown;
      } | null;
      [k: string]: unknown;
    }[];
    /**
     * Pedidos de demissão entre os desligamentos.
     */
    parte_a_pedido: number | null;
    /**
     * Média de quem entra dividida pela de quem sai, nas mesmas células.
     */
    mesma_composicao: {
      razao: {
        valor: number;
        de: number;
        ate: number;
        pode_ser_acaso: boolean;
        [k: string]: unknown;
      } | null;
      celulas: number;
      /**
       * Registros em células com entradas e saídas, de 0 a 1.
       */
      parte_pareada: number;
      [k: string]: unknown;
    } | null;
    meses: {
      mes: string;
      admissoes: {
        /**
         * Todas as movimentações da seleção. Na série ajustada, sem as exclusões que têm linha correspondente.
         */
        movimentacoes: number;
        /**
         * Registros com salário pela regra da pergunta.
         */
        registros: number;
        omitido:
          | (
              | 'sem_registros'
              | 'poucos_registros'
              | 'poucos_sensiveis'
              | 'protege_outro'
              | 'quase_iguais'
            )
          | null;
        mediana: number | null;
        mediana_de: number | null;
        mediana_ate: number | null;
        [k: string]: unknown;
      };
      desligamentos: {
        /**
         * Todas as movimentações da seleção. Na série ajustada, sem as exclusões que têm linha correspondente.
         */
        movimentacoes: number;
        /**
         * Registros com salário pela regra da pergunta.
         */
        registros: number;
        omitido:
          | (
              | 'sem_registros'
              | 'poucos_registros'
              | 'poucos_sensiveis'
              | 'protege_outro'
              | 'quase_iguais'
            )
          | null;
        mediana: number | null;
        mediana_de: number | null;
        mediana_ate: number | null;
        /**
         * Mediana de quem entra dividida pela mediana destes desligamentos; null também se muitos salários são iguais a uma delas.
         */
        razao: {
          valor: number;
          de: number;
          ate: number;
          pode_ser_acaso: boolean;
          [k: string]: unknown;
        } | null;
        [k: string]: unknown;
      };
      /**
       * Movimentações.
       */
      tipos: {
        admissao: number;
        sem_justa_causa: number;
        a_pedido: number;
        termino: number;
        acordo: number;
        outros: number;
        [k: string]: unknown;
      };
      parte_a_pedido: number | null;
      [k: string]: unknown;
    }[];
    /**
     * Por que não há razão entre entradas e desligamentos: dados incompletos, ou menos de 30 registros independentes de quem entra, de quem sai ou dos dois.
     */
    falta: ('incompleto' | 'poucas_entradas' | 'poucas_saidas' | 'poucos_registros') | null;
    [k: string]: unknown;
  };
  metadados: {
    pergunta: string;
    filtros: {
      [k: string]: unknown;
    };
    periodo: {
      de: string;
      ate: string;
      [k: string]: unknown;
    } | null;
    /**
     * Se o arquivo principal (MOV) de cada mês da pergunta está carregado.
     */
    completude: {
      situacao: 'completa' | 'parcial' | 'so_fora_do_prazo';
      /**
       * Meses da pergunta, até o último mês publicado.
       */
      meses: number;
      /**
       * Meses (AAAAMM) sem o arquivo principal (MOV).
       */
      sem_mov: string[];
      /**
       * A frase a mostrar acima dos números; null se completa.
       */
      aviso: string | null;
      [k: string]: unknown;
    };
    serie: string;
    /**
     * As contratações de uma mesma empresa têm salários parecidos e contam menos que registros independentes: divida os registros por este número para saber a quantos equivalem. Os intervalos já usam este número.
     */
    efeito_de_bloco: number;
    versao: {
      numero: number;
      publicada_em: string;
      sintetica: boolean;
      [k: string]: unknown;
    } | null;
    sistema: string;
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
export interface Comparacao {
  selecoes: {
    rotulo: string;
    /**
     * Por que não há valores; null se há valores.
     */
    motivo: {
      codigo:
        | 'sem_registros'
        | 'poucos_registros'
        | 'poucos_sensiveis'
        | 'protege_outro'
        | 'quase_iguais';
      mensagem: string;
      [k: string]: unknown;
    } | null;
    estatisticas: {
      registros: number;
      media: number | null;
      minimo: number | null;
      percentil_10: number | null;
      percentil_25: number | null;
      mediana: number | null;
      percentil_75: number | null;
      percentil_90: number | null;
      maximo: number | null;
      metade_central: number | null;
      desvio_padrao: number | null;
      mediana_de: number | null;
      mediana_ate: number | null;
      [k: string]: unknown;
    };
    /**
     * Diferença para a mediana da primeira seleção, com intervalo de 95 %.
     */
    diferenca: {
      reais: number;
      percentual: number | null;
      de: number | null;
      ate: number | null;
      /**
       * Testada junto com as diferenças das outras seleções; true também sem intervalo por salários repetidos, e null com menos de 30 registros independentes de um lado: sem conclusão.
       */
      pode_ser_acaso: boolean | null;
      [k: string]: unknown;
    } | null;
    metadados: {
      pergunta: string;
      filtros: {
        [k: string]: unknown;
      };
      periodo: {
        de: string;
        ate: string;
        [k: string]: unknown;
      } | null;
      /**
       * Se o arquivo principal (MOV) de cada mês da pergunta está carregado.
       */
      completude: {
        situacao: 'completa' | 'parcial' | 'so_fora_do_prazo';
        /**
         * Meses da pergunta, até o último mês publicado.
         */
        meses: number;
        /**
         * Meses (AAAAMM) sem o arquivo principal (MOV).
         */
        sem_mov: string[];
        /**
         * A frase a mostrar acima dos números; null se completa.
         */
        aviso: string | null;
        [k: string]: unknown;
      };
      regra: {
        codigo: string;
        nome: string;
        descricao: string;
        [k: string]: unknown;
      };
      serie: string;
      movimentacao: string;
      /**
       * As contratações de uma mesma empresa têm salários parecidos e contam menos que registros independentes: divida os registros por este número para saber a quantos equivalem. Os intervalos já usam este número.
       */
      efeito_de_bloco: number;
      versao: {
        numero: number;
        publicada_em: string;
        sintetica: boolean;
        [k: string]: unknown;
      } | null;
      funil: {
        etapa:
          | 'selecao'
          | 'serie'
          | 'movimentacao'
          | 'intermitente'
          | 'vazio'
          | 'zero'
          | 'piso'
          | 'teto'
          | 'jornada'
          | 'aprendiz'
          | 'faixaSalarial';
        rotulo: string;
        motivo: string;
        retirados: number;
        restam: number;
        [k: string]: unknown;
      }[];
      /**
       * Id do recibo, que pode ser conferido; null se a resposta não tem um, como sem espaço em disco.
       */
      recibo: string | null;
      distribuicao_sha256: string;
      sistema: string;
      [k: string]: unknown;
    };
    [k: string]: unknown;
  }[];
  avisos: string[];
  [k: string]: unknown;
}
export interface Recibo {
  estatisticas: {
    registros: number;
    media: number | null;
    minimo: number | null;
    percentil_10: number | null;
    percentil_25: number | null;
    mediana: number | null;
    percentil_75: number | null;
    percentil_90: number | null;
    maximo: number | null;
    metade_central: number | null;
    desvio_padrao: number | null;
    mediana_de: number | null;
    mediana_ate: number | null;
    [k: string]: unknown;
  };
  avisos: string[];
  metadados: {
    pergunta: string;
    filtros: {
      [k: string]: unknown;
    };
    periodo: {
      de: string;
      ate: string;
      [k: string]: unknown;
    } | null;
    /**
     * Se o arquivo principal (MOV) de cada mês da pergunta está carregado.
     */
    completude: {
      situacao: 'completa' | 'parcial' | 'so_fora_do_prazo';
      /**
       * Meses da pergunta, até o último mês publicado.
       */
      meses: number;
      /**
       * Meses (AAAAMM) sem o arquivo principal (MOV).
       */
      sem_mov: string[];
      /**
       * A frase a mostrar acima dos números; null se completa.
       */
      aviso: string | null;
      [k: string]: unknown;
    };
    regra: {
      codigo: string;
      nome: string;
      descricao: string;
      [k: string]: unknown;
    };
    serie: string;
    movimentacao: string;
    /**
     * As contratações de uma mesma empresa têm salários parecidos e contam menos que registros independentes: divida os registros por este número para saber a quantos equivalem. Os intervalos já usam este número.
     */
    efeito_de_bloco: number;
    versao: {
      numero: number;
      publicada_em: string;
      sintetica: boolean;
      [k: string]: unknown;
    } | null;
    funil: {
      etapa:
        | 'selecao'
        | 'serie'
        | 'movimentacao'
        | 'intermitente'
        | 'vazio'
        | 'zero'
        | 'piso'
        | 'teto'
        | 'jornada'
        | 'aprendiz'
        | 'faixaSalarial';
      rotulo: string;
      motivo: string;
      retirados: number;
      restam: number;
      [k: string]: unknown;
    }[];
    /**
     * Id do recibo, que pode ser conferido; null se a resposta não tem um, como sem espaço em disco.
     */
    recibo: string | null;
    distribuicao_sha256: string;
    sistema: string;
    [k: string]: unknown;
  };
  /**
   * A página do recibo no sistema.
   */
  endereco: string;
  criado_em: string;
  /**
   * Se a versão dos dados ainda é a atual.
   */
  versao_atual: boolean;
  /**
   * Se a versão dos dados ainda pode ser consultada.
   */
  versao_guardada: boolean;
  arquivos: {
    tipo: 'MOV' | 'FOR' | 'EXC';
    mes: string;
    nome: string;
    sha256: string | null;
    sha256_recebido: string | null;
    linhas: number | null;
    aceitas: number | null;
    [k: string]: unknown;
  }[];
  /**
   * Meses para os quais o INPC pode corrigir os valores.
   */
  meses_de_correcao: string[];
  [k: string]: unknown;
}
export interface Conferencia {
  resultado: 'confere' | 'difere';
  conferida_em: string;
  sistema: string;
  distribuicao_sha256: string;
  diferencas: {
    valor: string;
    no_recibo: string;
    agora: string;
    [k: string]: unknown;
  }[];
  [k: string]: unknown;
}
export interface Problema {
  type: string;
  title: string;
  status: number;
  detail: string;
  codigo: string;
  campo?: string;
  /**
   * Para um pedido na fila: a posição, a partir de 1, e o total de pedidos na fila.
   */
  fila?: {
    lugar: number;
    total: number;
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
