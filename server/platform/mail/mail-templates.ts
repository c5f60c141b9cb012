import { formatCounted, formatMoment, formatMonth } from '../../../shared/words/format.ts';
import { escapeXml } from '../escape-xml.ts';

/** The mail templates, in Portuguese, as plain text and as HTML in which every value is escaped. */
export interface Mail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Where mail programs end this kind of mail without opening a page (RFC 8058); also opens in a browser. */
  readonly unsubscribeAddress?: string;
}

interface Reader {
  readonly firstName: string;
}

interface Content {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly button?: { readonly label: string; readonly address: string };
  readonly closing: readonly string[];
  /** A link below everything else. */
  readonly footer?: { readonly label: string; readonly address: string };
}

const notYou =
  'Se você não fez nem pediu isso, avise um administrador do sistema na sua empresa o quanto antes e troque a sua senha.';

export const resetMail = (reader: Reader, link: string): Mail =>
  written(reader, {
    subject: 'Redefinição de senha — CAGED Analytics',
    paragraphs: [
      'Recebemos um pedido para redefinir a sua senha no CAGED Analytics.',
      'O link abaixo vale por 1 hora e só pode ser usado uma vez:',
    ],
    button: { label: 'Definir nova senha', address: link },
    closing: ['Se você não pediu isso, ignore este e-mail: a sua senha continua a mesma.'],
  });

export const passwordChangedMail = (reader: Reader, when: Date): Mail =>
  written(reader, {
    subject: 'Sua senha foi alterada — CAGED Analytics',
    paragraphs: [
      `A senha da sua conta no CAGED Analytics foi alterada em ${moment(when)}.`,
      'Todas as outras sessões abertas foram encerradas.',
    ],
    closing: [notYou],
  });

/** Notifies a user, at the old and the new address, that the account's e-mail address was changed. */
export const emailChangedMail = (
  reader: Reader,
  change: { readonly from: string; readonly to: string; readonly when: Date },
): Mail =>
  written(reader, {
    subject: 'O e-mail da sua conta foi alterado — CAGED Analytics',
    paragraphs: [
      `Em ${moment(change.when)}, um administrador trocou o e-mail da sua conta no CAGED Analytics.`,
      `Antes: ${change.from}`,
      `Agora: ${change.to}`,
      'Use o novo e-mail no próximo login.',
    ],
    closing: [notYou],
  });

/** Warns a user of wrong second-factor codes: only a person with the password reaches that step. */
export const wrongCodesMail = (reader: Reader, count: number, when: Date): Mail =>
  written(reader, {
    subject: 'Códigos errados no login da sua conta — CAGED Analytics',
    paragraphs: [
      `Nas 24 horas até ${moment(when)}, alguém digitou ${count} códigos de verificação errados na sua conta do CAGED Analytics.`,
      'Para chegar a essa etapa, é preciso saber a sua senha.',
    ],
    closing: [
      'Se não foi você, troque a sua senha e avise um administrador do sistema na sua empresa.',
    ],
  });

/** Notifies a user that the personal data was deleted. */
export const accountDeletedMail = (reader: Reader): Mail =>
  written(reader, {
    subject: 'Seus dados foram eliminados — CAGED Analytics',
    paragraphs: [
      'Os seus dados pessoais foram eliminados do CAGED Analytics e a sua conta não existe mais.',
      'Os registros de auditoria ficam guardados por 365 dias, sem o seu nome nem o seu e-mail.',
    ],
    closing: ['Esta é a última mensagem que você recebe deste sistema.'],
  });

/** What the daily check did with a new file of the source; `pending` is queued earlier or awaiting approval. */
export type NewFileHandling = 'queued' | 'pending' | 'declined' | 'not_loaded';

const handlings: Readonly<Record<NewFileHandling, { word: string; sentence: string }>> = {
  queued: {
    word: 'na fila',
    sentence: 'Um arquivo na fila que passar dos limites da conferência espera a sua aprovação.',
  },
  pending: {
    word: 'já na fila ou aguarda aprovação',
    sentence:
      'Um arquivo que já estava na fila ou aguarda aprovação não foi carregado de novo: veja os envios.',
  },
  declined: {
    word: 'envio cancelado ou recusado',
    sentence:
      'Um arquivo cujo envio foi cancelado ou recusado só é carregado de novo se você usar “Procurar novidades” ou se a fonte tiver outra versão dele.',
  },
  not_loaded: {
    word: 'não carregada',
    sentence: 'Nenhum arquivo foi carregado ainda: use “Procurar novidades” para carregar.',
  },
};

/** Notifies an administrator of new files in the source, and of what the daily check did with each. */
export const newFilesMail = (
  reader: Reader,
  news: {
    readonly files: readonly {
      readonly kind: string;
      readonly month: string;
      readonly state: string;
      readonly handling: NewFileHandling;
    }[];
    readonly siteAddress: string;
  },
): Mail =>
  written(reader, {
    subject: 'Arquivos novos do Novo CAGED — CAGED Analytics',
    paragraphs: [
      'A verificação diária encontrou arquivos novos ou alterados na fonte:',
      ...news.files
        .slice(0, 30)
        .map(
          ({ kind, month, state, handling }) =>
            `${formatMonth(month)} · ${kind} · ${state} · ${handlings[handling].word}`,
        ),
      ...(news.files.length > 30
        ? [`… e mais ${formatCounted(news.files.length - 30, 'arquivo', 'arquivos')}.`]
        : []),
    ],
    button: news.files.some(({ handling }) => ['declined', 'not_loaded'].includes(handling))
      ? { label: 'Ver as novidades', address: `${news.siteAddress}/admin/source` }
      : { label: 'Ver os envios', address: `${news.siteAddress}/admin/upload` },
    closing: [...new Set(news.files.map(({ handling }) => handlings[handling].sentence))],
  });

/** Notifies a user of changed salaries in saved searches. The footer's link ends all such mails. */
export const monthDigestMail = (
  reader: Reader,
  digest: {
    readonly title: string;
    readonly sentences: readonly string[];
    readonly note: string;
    readonly address: string;
    /** The page with the button. */
    readonly unsubscribePage: string;
    readonly unsubscribeAddress: string;
  },
): Mail => ({
  ...written(reader, {
    subject: `${digest.title} — CAGED Analytics`,
    paragraphs: [`${digest.title}, nas pesquisas salvas que você acompanha:`, ...digest.sentences],
    button: { label: 'Ver as pesquisas salvas', address: digest.address },
    closing: [digest.note],
    footer: { label: 'Não receber mais estes avisos', address: digest.unsubscribePage },
  }),
  unsubscribeAddress: digest.unsubscribeAddress,
});

const moment = (when: Date) =>
  `${formatMoment(when.toISOString()).replace(', ', ' às ')} (horário de Brasília)`;

function written({ firstName }: Reader, content: Content): Mail {
  const greeting = `Olá, ${firstName}!`;
  return {
    subject: content.subject,
    text: asText(greeting, content),
    html: asHtml(greeting, content),
  };
}

function asText(greeting: string, { paragraphs, button, closing, footer }: Content): string {
  const link = button === undefined ? [] : [button.address];
  const last = footer === undefined ? [] : [`${footer.label}: ${footer.address}`];
  return [greeting, ...paragraphs, ...link, ...closing, ...last, 'CAGED Analytics'].join('\n\n');
}

function asHtml(
  greeting: string,
  { subject, paragraphs, button, closing, footer }: Content,
): string {
  const link = button === undefined ? '' : linkHtml(button.label, button.address);
  const last =
    footer === undefined
      ? ''
      : `<p style="margin:0;font-size:14px"><a href="${escapeXml(footer.address)}" style="color:#4a5763">${escapeXml(footer.label)}</a></p>\n`;
  return `<!doctype html>
<html lang="pt-BR">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeXml(subject)}</title></head>
<body style="margin:0;padding:24px;background:#f4f6f8;color:#17212b;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border-radius:8px">
${[greeting, ...paragraphs].map(paragraph).join('\n')}
${link}
${closing.map(paragraph).join('\n')}
${last}<p style="margin:24px 0 0;color:#4a5763;font-size:14px">CAGED Analytics</p>
</div>
</body>
</html>
`;
}

const paragraph = (text: string) => `<p style="margin:0 0 16px">${escapeXml(text)}</p>`;

function linkHtml(label: string, address: string): string {
  const href = escapeXml(address);
  const button =
    'display:inline-block;padding:12px 20px;background:#0b5cad;color:#ffffff;border-radius:6px;text-decoration:none';
  return `<p style="margin:0 0 16px"><a href="${href}" style="${button}">${escapeXml(label)}</a></p>
<p style="margin:0 0 16px;font-size:14px;word-break:break-all">${href}</p>`;
}
