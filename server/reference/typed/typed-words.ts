/** First words of a job that mean little without the next word. */
export const generic: ReadonlySet<string> = new Set(
  'agente ajudante analista assistente aux auxiliar operador op tec tecnico tecnica trabalhador'.split(
    ' ',
  ),
);

/** Words that exclude what follows them. */
export const negations = new Set(
  'sem exceto menos nao nem nunca fora salvo tirando excetuando excluindo excluido excluidos excluida excluidas'.split(
    ' ',
  ),
);
/** Words between a negation and what it excludes: "sem as pessoas com deficiência". */
export const articles = new Set(['o', 'a', 'os', 'as', 'pessoa', 'pessoas']);
/** A negation that is none after the word before it; "sem" is short for "semana" after hours. */
export const harmless = /^(?:(?:de|pelo)\W+\w+|(?:ao|ou) menos|\d*(?:h|hs|hrs|horas?)[ /]sem)$/;

/** Words before the category of a driving licence. */
export const licences = new Set(['cnh', 'carteira', 'habilitacao', 'categoria', 'cat']);

export const placing = new Set(['em', 'no', 'na', 'nos', 'nas']);

/** Words before a filter that mean nothing without it. */
export const introduces = new Set(
  'em no na nos nas de do da dos das com para por e ou x vs versus entre sexo genero contrato raca cor'.split(
    ' ',
  ),
);
