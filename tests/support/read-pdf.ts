import { extractText, getDocumentProxy } from 'unpdf';
import type { PDFPageProxy } from 'unpdf/pdfjs';

/** A tag of the structure tree: its role, its alternative text, and its content. */
export interface Tag {
  readonly role: string;
  readonly alt: string | undefined;
}

/** The content of a document, as a reader program finds it. */
export interface ReadPdf {
  /** Each page's text, with every run of spaces as one. */
  readonly pages: readonly string[];
  /** All pages' text. */
  readonly text: string;
  readonly tags: readonly Tag[];
  /** The roles of each table row's cells, from left to right. */
  readonly rows: readonly (readonly string[])[];
  /** As in the file: the scopes that cells name, and the number of header cells. */
  readonly scopes: readonly string[];
  readonly headerCells: number;
  readonly isTagged: boolean;
  readonly title: unknown;
  readonly language: unknown;
  /** The claimed part of PDF/UA. */
  readonly standard: unknown;
  /** Titles of the bookmarks, nested ones included. */
  readonly bookmarks: readonly string[];
  readonly links: readonly string[];
  /** Pairs of words of a page that stand in part on the same place. */
  readonly overlapping: readonly string[];
  /** Words that are not wholly on their page. */
  readonly outside: readonly string[];
  /** The words of each page with their places, in points from its lower left corner. */
  readonly words: readonly (readonly PlacedWord[])[];
}

export interface PlacedWord {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly line: number;
}

export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const { text } = await extractText(document);
  const pages = text.map(spaced);
  const raw = Buffer.from(bytes).toString('latin1');
  const tags: Tag[] = [];
  const rows: string[][] = [];
  const links: string[] = [];
  const overlapping: string[] = [];
  const outside: string[] = [];
  const placed: PlacedWord[][] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const tree: unknown = await page.getStructTree();
    collect(tree, tags);
    collectRows(tree, rows);
    const words = placedWords((await page.getTextContent()).items);
    const [, , width = 0, height = 0] = page.view;
    placed.push(words);
    overlapping.push(...overlappingWords(words));
    outside.push(
      ...words
        .filter(({ left, right, line }) => left < 0 || right > width || line < 0 || line > height)
        .map((word) => word.text),
    );
    for (const { url } of await page.getAnnotations()) if (typeof url === 'string') links.push(url);
  }
  const { info, metadata } = await document.getMetadata();
  const mark = await document.getMarkInfo();
  return {
    pages,
    text: pages.join(' '),
    tags,
    rows,
    scopes: Array.from(raw.matchAll(/\/Scope \/(\w+)/g), ([, scope = '']) => scope),
    headerCells: raw.match(/\/S \/TH\n/g)?.length ?? 0,
    isTagged: mark?.Marked === true,
    title: field(info, 'Title'),
    language: field(info, 'Language'),
    standard: metadata?.get('pdfuaid:part'),
    bookmarks: titlesOf((await document.getOutline()) ?? []),
    links,
    overlapping,
    outside,
    words: placed,
  };
}

type TextItem = Awaited<ReturnType<PDFPageProxy['getTextContent']>>['items'][number];

const placedWords = (items: readonly TextItem[]): PlacedWord[] =>
  items.flatMap((item) => {
    if (!('str' in item) || item.str.trim() === '') return [];
    const [left = 0, line = 0] = item.transform.slice(4).map(Number);
    return [{ text: item.str, left, right: left + item.width, line }];
  });

/** The words of one line, by their place, of which the next begins before the previous one ends. */
function overlappingWords(words: readonly PlacedWord[]): string[] {
  return words.flatMap((one) =>
    words
      .filter(({ line, left }) => line === one.line && left > one.left && left < one.right - 0.5)
      .map(({ text }) => `${one.text} | ${text}`),
  );
}

export const spaced = (text: string) => text.replaceAll(/[\s\u200b]+/g, ' ');

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}

function collect(node: unknown, into: Tag[]): void {
  const role = field(node, 'role');
  const alt = field(node, 'alt');
  if (typeof role === 'string') into.push({ role, alt: typeof alt === 'string' ? alt : undefined });
  const children = field(node, 'children');
  if (Array.isArray(children)) for (const child of children) collect(child, into);
}

function collectRows(node: unknown, into: string[][]): void {
  const children = field(node, 'children');
  if (!Array.isArray(children)) return;
  if (field(node, 'role') === 'TR') {
    const roles = children.map((child) => field(child, 'role'));
    into.push(roles.filter((role) => typeof role === 'string'));
  }
  for (const child of children) collectRows(child, into);
}

interface Bookmark {
  readonly title: string;
  readonly items: readonly Bookmark[];
}

const titlesOf = (bookmarks: readonly Bookmark[]): string[] =>
  bookmarks.flatMap(({ title, items }) => [title, ...titlesOf(items)]);
