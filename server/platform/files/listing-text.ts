const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

/** Decodes the five named references and the numeric ones; any other stays unchanged. */
export function decodeEntities(text: string): string {
  return text.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi,
    (whole, ten, sixteen, name) => {
      if (typeof name === 'string') return entities[name.toLowerCase()] ?? whole;
      const point = typeof ten === 'string' ? Number(ten) : Number.parseInt(String(sixteen), 16);
      return point <= 0x10_ff_ff ? String.fromCodePoint(point) : whole;
    },
  );
}

/** A time in any form that listings use, as ISO-8601 UTC; null if it is missing or invalid. */
export function isoTime(text: string | null | undefined): string | null {
  const time = text ? Date.parse(text) : NaN;
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
