/** The `Content-Disposition` header that saves a response under a name, which may have any character. */
export function attachment(name: string): string {
  const plain = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\w. ()-]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

const maxNameLength = 120;

/** A file name that every system can save: without path separators, controls, and dots or spaces at its ends. */
export function fileName(title: string, extension: string): string {
  const safe = title
    .normalize('NFC')
    // First, because the cut may leave half of a surrogate pair, which the next line removes.
    .slice(0, maxNameLength)
    .replaceAll(/[\p{C}<>:"/\\|?*]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[. ]+|[. ]+$/g, '');
  return `${safe === '' ? 'relatorio' : safe}.${extension}`;
}
