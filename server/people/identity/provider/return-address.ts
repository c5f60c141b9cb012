/** A longer one would not fit into the cookie that keeps it. */
const longest = 2_000;
const anySite = 'https://site.invalid';

/** The path of this site that an address names, with its search; `/` for another site's, a call's and what is none. */
export function returnAddress(text: string): string {
  // Browsers drop tabs and line ends, and read \ as /: what is checked must be what they go to.
  if (text.length > longest || !text.startsWith('/')) return '/';
  if (/[\p{Cc}\\]/u.test(text) || !URL.canParse(text, anySite)) return '/';
  const { origin, pathname, search } = new URL(text, anySite);
  if (origin !== anySite || pathname.startsWith('//') || /^\/api(\/|$)/.test(pathname)) return '/';
  return `${pathname}${search}`;
}
