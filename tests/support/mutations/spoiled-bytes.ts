import { gzipSync } from 'node:zlib';
import { integerBetween, type Random } from '../random.ts';
import { byText, oneOf, plainFile, type Mutation } from './mutation.ts';

/** Files with bytes, encoding, line ends or format unlike an official file's. */
export const spoiledBytes: readonly Mutation[] = [
  { name: 'intact', outcome: 'PUBLISHED', make: byText((text) => text) },
  { name: 'bytes flipped anywhere', make: byText(flipped) },
  { name: 'bytes flipped in the header', make: byText(flippedHeader) },
  { name: 'bytes at random', outcome: 'REFUSED', make: byText((_, random) => noise(random)) },
  {
    name: 'cut anywhere',
    make: byText((text, random) => text.slice(0, integerBetween(random, 1, text.length - 1))),
  },
  {
    name: 'cut in the header',
    outcome: 'REFUSED',
    make: byText((text, random) => text.slice(0, integerBetween(random, 1, 300))),
  },
  {
    name: 'beginning missing',
    make: byText((text, random) => text.slice(integerBetween(random, 1, text.length - 1))),
  },
  { name: 'empty', outcome: 'REFUSED', make: byText(() => '') },
  {
    name: 'blank',
    outcome: 'REFUSED',
    make: byText((_, random) => oneOf(['\n', ' ', '\r\n\r\n', '\0', ';', '\u{FEFF}'], random)),
  },
  {
    name: 'header only',
    outcome: 'REFUSED',
    make: byText((text, random) => text.slice(0, text.indexOf('\r\n') + 2 * Math.round(random()))),
  },
  {
    name: 'NUL bytes',
    make: byText((text, random) => sprinkled(text, '\0', random)),
  },
  {
    name: 'control characters',
    make: byText((text, random) => sprinkled(text, '\u{1b}[2J\u{7}', random)),
  },
  {
    name: 'byte-order mark',
    outcome: 'PUBLISHED',
    make: byText((text) => `\u{FEFF}${text}`),
  },
  {
    name: 'latin-1',
    outcome: 'PUBLISHED',
    make: byText((text) => Buffer.from(text, 'latin1')),
  },
  {
    name: 'encoded twice',
    outcome: 'REFUSED',
    make: byText((text) => Buffer.from(text).toString('latin1')),
  },
  {
    name: 'UTF-16 with its mark',
    outcome: 'REFUSED',
    make: byText((text, random) => utf16(`\u{FEFF}${text}`, random)),
  },
  { name: 'UTF-16 without its mark', outcome: 'REFUSED', make: byText(utf16) },
  {
    name: 'LF line ends',
    outcome: 'PUBLISHED',
    make: byText((text) => text.replaceAll('\r\n', '\n')),
  },
  {
    name: 'CR line ends',
    outcome: 'REFUSED',
    make: byText((text) => text.replaceAll('\r\n', '\r')),
  },
  { name: 'doubled CR', make: byText((text) => text.replaceAll('\r\n', '\r\r\n')) },
  { name: 'no last line end', outcome: 'PUBLISHED', make: byText((text) => text.trimEnd()) },
  {
    name: 'PNG',
    outcome: 'REFUSED',
    make: byText((_, random) => start('\u{89}PNG\r\n\u{1a}\n', random)),
  },
  {
    name: 'PDF',
    outcome: 'REFUSED',
    make: byText((_, random) => start('%PDF-1.7\n%âãÏÓ\n', random)),
  },
  {
    name: 'old spreadsheet',
    outcome: 'REFUSED',
    make: byText((_, random) => start('ÐÏ\u{11}à¡±\u{1a}á', random)),
  },
  {
    name: 'HTML',
    outcome: 'REFUSED',
    make: byText(
      () => '<!doctype html>\n<html><title>Entrar</title><body>Sessão expirada</body>\n',
    ),
  },
  { name: 'JSON', outcome: 'REFUSED', make: byText(() => '[{"competênciamov":202307}]\n') },
  { name: 'gzip', outcome: 'REFUSED', make: byText((text) => gzipSync(text)) },
  {
    name: 'name of another file',
    make: (base, random) => ({
      ...plainFile(base, base.text),
      name: strangeName(base.name, random),
    }),
  },
];

function flipped(text: string, random: Random): Buffer {
  const bytes = Buffer.from(text);
  return flip(bytes, bytes.length, integerBetween(random, 1, 60), random);
}

function flippedHeader(text: string, random: Random): Buffer {
  return flip(Buffer.from(text), text.indexOf('\r\n'), integerBetween(random, 1, 4), random);
}

/** Flips bits in the first bytes. */
export function flip(bytes: Buffer, length: number, count: number, random: Random): Buffer {
  for (let turn = 0; turn < count; turn++) {
    const at = integerBetween(random, 0, length - 1);
    bytes[at] = (bytes[at] ?? 0) ^ integerBetween(random, 1, 255);
  }
  return bytes;
}

/** `length` random bytes. */
export function noise(random: Random, length = integerBetween(random, 1, 50_000)): Buffer {
  return Buffer.from(Array.from({ length }, () => integerBetween(random, 0, 255)));
}

function sprinkled(text: string, piece: string, random: Random): string {
  let result = text;
  for (let turn = integerBetween(random, 1, 5); turn > 0; turn--) {
    const at = integerBetween(random, 0, result.length);
    result = result.slice(0, at) + piece + result.slice(at);
  }
  return result;
}

function utf16(text: string, random: Random): Buffer {
  const bytes = Buffer.from(text, 'utf16le');
  return random() < 0.5 ? bytes : bytes.swap16();
}

function start(magic: string, random: Random): Buffer {
  return Buffer.concat([Buffer.from(magic, 'latin1'), noise(random)]);
}

function strangeName(name: string, random: Random): string {
  const [, kind = 'MOV', month = ''] = /CAGED(...)(\d{6})/.exec(name) ?? [];
  return oneOf(
    [
      `CAGED${kind}${Number(month) + 1}.txt`,
      `CAGED${kind === 'EXC' ? 'MOV' : 'EXC'}${month}.txt`,
      `CAGED${kind === 'FOR' ? 'MOV' : 'FOR'}${month}.txt`,
      `CAGED${kind}202313.txt`,
      `cópia de caged${kind.toLowerCase()}${month} (1).txt`,
      `${'a'.repeat(180)}.txt`,
      '-oarquivo.txt',
      'arquivo\u{202e}txt.txt',
    ],
    random,
  );
}
