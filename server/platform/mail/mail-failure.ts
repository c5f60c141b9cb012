/** The codes of a failed mail, for the log. A mail server's message may name the recipient; its codes do not. */
export function mailFailureCodes(error: unknown): object {
  if (!(error instanceof Error)) return {};
  return {
    name: error.name,
    ...('code' in error && { code: error.code }),
    ...('responseCode' in error && { responseCode: error.responseCode }),
  };
}

/** The commands of SMTP whose refusal concerns one mail and not all mails of the sender. */
const commandsOfOneMail: readonly unknown[] = ['RCPT TO', 'DATA'];

/**
 * Whether the mail server refused this mail, because of its recipient or its content: `for good` if repeating it is
 * useless (5xx, RFC 5321), `for now` otherwise. Null if no mail can be sent.
 */
export function refusalOf(error: unknown): 'for good' | 'for now' | null {
  if (!(error instanceof Error) || !('command' in error) || !('responseCode' in error)) return null;
  if (!commandsOfOneMail.includes(error.command)) return null;
  return Number(error.responseCode) >= 500 ? 'for good' : 'for now';
}
