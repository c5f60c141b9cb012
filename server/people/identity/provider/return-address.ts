/** Maximum length that fits into the cookie. */
const longest = 2_000;
const anySite = 'https://site.invalid';

/** The path and query string of an address on this site; `/` for another site, an API path or an invalid address. */
export function returnAddress(text: string): string {
  // Browsers drop tabs and line ends and read \ as /: the checked address must be the one they open.
  if (text.length > longest || !text.startsWith('/')) return '/';
  if (/[\p{Cc}\\]/u.test(text) || !URL.canParse(text, anySite)) return '/';
  const { origin, pathname, search } = new URL(text, anySite);
  if (origin !== anySite || pathname.startsWith('//') || /^\/api(\/|$)/.test(pathname)) return '/';
  return `${pathname}${search}`;
}
