/** Messages for a failed sign-in or proof at the provider, by the problem names that addresses carry. */
export const providerProblems = {
  provider_off: 'Aqui o login é só com e-mail e senha.',
  provider_away:
    'O provedor de login não respondeu. Entre com e-mail e senha, se tiver, ou tente de novo em alguns minutos.',
  provider_refused: 'O login foi cancelado, ou o provedor o recusou. Tente de novo.',
  provider_flow_lost:
    'Este login demorou demais, já foi usado ou começou em outra janela. Comece de novo.',
  provider_not_trusted:
    'A resposta do provedor de login é inválida e foi recusada. Tente de novo. Se continuar, avise um administrador do sistema.',
  provider_no_role:
    'A sua conta no provedor não tem acesso a este sistema. Peça o acesso a quem administra as contas da empresa.',
  provider_unknown_company:
    'A empresa da sua conta no provedor não está cadastrada aqui. Peça a um administrador do sistema que a cadastre.',
  provider_unverified_email:
    'O provedor não confirma o seu e-mail, e sem isso a conta não pode ser ligada. Confirme o e-mail no provedor e tente de novo.',
  provider_other_account:
    'Este e-mail já está ligado a outra conta do provedor. Fale com um administrador do sistema.',
  provider_inactive: 'A sua conta está desativada. Fale com um administrador do sistema.',
  provider_last_administrator:
    'O provedor retirou o seu papel de administrador, mas você é o último administrador ativo. Peça a quem administra as contas da empresa que dê o papel a outra pessoa, que deve entrar antes de você.',
  provider_too_weak:
    'O provedor não confirmou a verificação em duas etapas que este sistema exige. Entre no provedor com as duas etapas e tente de novo.',
  provider_not_recent:
    'O provedor não confirmou que você acabou de se identificar. Tente de novo. Se continuar, avise um administrador do sistema.',
  provider_other_person: 'Você se identificou no provedor com outra conta. Use a sua.',
  provider_too_many: 'Muitos pedidos seguidos. Aguarde alguns segundos e tente de novo.',
} as const;
export type ProviderProblem = keyof typeof providerProblems;

export const isProviderProblem = (text: unknown): text is ProviderProblem =>
  typeof text === 'string' && Object.hasOwn(providerProblems, text);
