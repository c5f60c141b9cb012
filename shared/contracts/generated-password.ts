import { passwordProblems } from './passwords.ts';

// Without characters that look alike on a screen: 0 O o, 1 l I.
const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const groups = 5;
const groupLength = 5;

/** A random password of 145 bits in groups that are easy to type; drawn again until it meets the password rules. */
export function generatedPassword(): string {
  for (;;) {
    const password = Array.from({ length: groups }, randomGroup).join('-');
    if (passwordProblems(password).length === 0) return password;
  }
}

const randomGroup = () => Array.from({ length: groupLength }, randomLetter).join('');

/** A uniform choice: a byte that would favour the first letters is drawn again. */
function randomLetter(): string {
  const limit = 256 - (256 % letters.length);
  for (;;) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < limit) return letters.charAt(byte % letters.length);
  }
}
