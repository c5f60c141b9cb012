const alphabets = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnpqrstuvwxyz', '23456789', '!@#$%&*?'];
const length = 14;

/** A random password that meets the rules, without characters that look alike. */
export function temporaryPassword(): string {
  const all = alphabets.join('');
  const signs = Array.from({ length }, (_, place) => randomSign(alphabets[place] ?? all));
  return shuffled(signs).join('');
}

function randomSign(alphabet: string): string {
  return alphabet.charAt(randomBelow(alphabet.length));
}

function shuffled(signs: readonly string[]): string[] {
  const rest = [...signs];
  return signs.flatMap(() => rest.splice(randomBelow(rest.length), 1));
}

/** A uniform choice: a byte that would favour the first values is drawn again. */
function randomBelow(count: number): number {
  const limit = 256 - (256 % count);
  for (;;) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < limit) return byte % count;
  }
}
