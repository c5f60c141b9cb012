/** The header that saves an answer under a name, which may have any character that a file's name may have. */
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

const longestName = 120;

/** A name that every system can save: without signs of paths, unseen characters and points at its ends. */
export function fileName(title: string, extension: string): string {
  const safe = title
    .normalize('NFC')
    .replaceAll(/[\p{C}<>:"/\\|?*]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .slice(0, longestName)
    .replaceAll(/^[. ]+|[. ]+$/g, '');
  return `${safe === '' ? 'relatorio' : safe}.${extension}`;
}
