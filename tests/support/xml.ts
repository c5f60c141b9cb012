/** An element of a strictly well-formed document. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  /** Text of the element itself, decoded. */
  text: string;
}

const nameStart = 'A-Za-z_\\u00c0-\\uffff';
const name = `[${nameStart}][${nameStart}0-9.:-]*`;
const attribute = new RegExp(`^\\s+(${name})="([^"<]*)"`);
const startTag = new RegExp(`^<(${name})((?:\\s+${name}="[^"<]*")*)\\s*(/?)>`);
const endTag = new RegExp(`^</(${name})\\s*>`);
const reference = /&(?:amp|lt|gt|quot|apos|#\d+|#x[0-9a-fA-F]+);/g;

/** Parses a document of the kind in workbooks. Throws for anything that is not well-formed XML. */
export function parseXml(source: string): XmlElement {
  const declaration = /^<\?xml version="1\.0" encoding="UTF-8" standalone="yes"\?>\s*/.exec(source);
  if (!declaration) throw new Error(`No XML declaration: ${source.slice(0, 60)}`);
  const document: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [document];
  let at = declaration[0].length;
  while (at < source.length) {
    const next = source.indexOf('<', at);
    const text = source.slice(at, next === -1 ? source.length : next);
    const current = open.at(-1) ?? document;
    if (text !== '') current.text += decode(text);
    if (next === -1) break;
    // Tags are short; a slice stops the patterns from scanning a whole sheet.
    const rest = source.slice(next, source.indexOf('>', next) + 1);
    at = next + rest.length;
    const end = endTag.exec(rest);
    if (end) {
      if (open.pop()?.name !== end[1]) throw new Error(`</${end[1]}> closes another element.`);
      continue;
    }
    const start = startTag.exec(rest);
    if (!start || start[0] !== rest) throw new Error(`Not a tag: ${rest}`);
    const element: XmlElement = {
      name: start[1] ?? '',
      attributes: attributesOf(start[2] ?? ''),
      children: [],
      text: '',
    };
    current.children.push(element);
    if (start[3] === '') open.push(element);
  }
  const [root, ...others] = document.children;
  if (open.length !== 1 || !root || others.length > 0 || document.text.trim() !== '') {
    throw new Error('The document has not one whole element.');
  }
  return root;
}

function attributesOf(source: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  let rest = source;
  for (let found = attribute.exec(rest); found; found = attribute.exec(rest)) {
    const [whole, key = '', value = ''] = found;
    if (Object.hasOwn(attributes, key)) throw new Error(`Attribute ${key} stands twice.`);
    attributes[key] = decode(value);
    rest = rest.slice(whole.length);
  }
  return attributes;
}

const named: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
};

function decode(text: string): string {
  if (text.replace(reference, '').includes('&')) throw new Error(`A bare & in: ${text}`);
  if (/[\p{Cc}--[\t\n\r\u007f-\u009f]]|[\ufffe\uffff]|\p{Surrogate}/v.test(text)) {
    throw new Error('A character that XML cannot hold.');
  }
  return text.replace(reference, (sign) => {
    const code = /^&#(x?)([0-9a-fA-F]+);$/.exec(sign);
    return code
      ? String.fromCodePoint(Number.parseInt(code[2] ?? '', code[1] === 'x' ? 16 : 10))
      : (named[sign] ?? sign);
  });
}

/** All descendant elements with a name. */
export function elements(root: XmlElement, wanted: string): XmlElement[] {
  return root.children.flatMap((child) => [
    ...(child.name === wanted ? [child] : []),
    ...elements(child, wanted),
  ]);
}
