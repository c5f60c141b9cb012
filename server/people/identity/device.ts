const browsers = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const;

const systems = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(?:iPhone|iPad|iPod)\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const;

/** The browser of this `User-Agent` as a user would name it: "Firefox no Windows". Null if nothing in it is known. */
export function deviceOf(userAgent: string | undefined): string | null {
  const nameIn = (known: readonly (readonly [name: string, sign: RegExp])[]) =>
    known.find(([, sign]) => sign.test(userAgent ?? ''))?.[0];
  const browser = nameIn(browsers);
  const system = nameIn(systems);
  if (browser === undefined || system === undefined) return browser ?? system ?? null;
  return `${browser} no ${system}`;
}
