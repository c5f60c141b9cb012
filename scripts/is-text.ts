/**
 * A text has an accent, a capital word or a word of Portuguese grammar. Class names, keys, dates, SQL and English are no
 * texts.
 */
const grammar =
  /\s(?:a|ao|as|até|com|da|das|de|do|dos|e|em|na|no|o|os|ou|para|por|que|se|sem|um|uma)\s/i;
const english =
  /\b(?:and|are|been|but|could|expected|has|into|is|its|must|of|than|the|there|this|to|was|were)\b/i;
const sql =
  /^(?:alter|create|delete|insert|order by|select|update|with)\b|\w\((?!e?s\))|\) as |\S as [a-z_{]\S*$/;

/** Single words with a capital that formats, protocols and programs use. */
const technical =
  /^(?:Basic|Bearer|Calibri|Code|Error|Headers|Key|Native|Notification|Nullable|Parquet|Postgres|Row|Scope|Size|String|Table|Target)\b/;

/** Whether users see `text`, which has the form of the catalogues. Text between two tags is always visible. */
export function isText(text: string, isBetweenTags: boolean): boolean {
  const words = text.replaceAll(/\{[^{}]*\}/g, '{…}').replaceAll(/\s|\\n/g, ' ');
  if (!/\p{L}/u.test(words)) return false;
  if (isBetweenTags || /[à-üÀ-Ü]/.test(words)) return true;
  if (english.test(words) || sql.test(words) || technical.test(words)) return false;
  return (
    (/ /.test(words) && grammar.test(` ${words} `)) ||
    /^\p{Lu}\p{Ll}{2,}(?: [\p{Ll}{…}]+)*\.?$/u.test(words)
  );
}
