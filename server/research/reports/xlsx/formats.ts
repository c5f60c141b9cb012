import { Color, Format, FormatAlign, FormatBorder } from 'wasm-xlsxwriter';
import { keysOf, tableOf } from '../../../../shared/codes/keys.ts';

/** The screen's colours for paper (client/styles/tokens.css, light). */
export const colors = {
  ink: 0x16181b,
  muted: 0x565c64,
  line: 0xe2e3e0,
  accent: 0x1d4e9e,
  accentSoft: 0xe9effa,
  warm: 0xa8470a,
  warmSoft: 0xfbefe4,
  bar: 0x7b9ace,
  barStrong: 0x4470ba,
} as const;

/** The colours of compared selections, distinguishable with colour blindness. */
export const selectionColors = [0x1d4e9e, 0xb4500b, 0x0f766e, 0x86308c, 0x4b5563] as const;

const reais = '[$R$-416]\\ #,##0.00';

/** The number format of each kind of value: reais, shares of 0 to 1, months as Excel's serial date of the first day. */
const numberFormats = {
  text: undefined,
  count: '#,##0',
  decimal: '#,##0.00',
  reais,
  difference: '+[$R$-416]\\ #,##0.00;-[$R$-416]\\ #,##0.00;[$R$-416]\\ 0.00',
  share: '0.0%',
  change: '+0.0%;-0.0%;0.0%',
  month: '[$-416]mmm/yyyy',
} as const;
export type ValueFormat = keyof typeof numberFormats;

/** The number format of a chart's axis. */
export const wholeReais = '[$R$-416]\\ #,##0';

const body = () => new Format().setFontName('Calibri').setFontSize(11);

/** The formats of one workbook; each is created once. */
export function newFormats() {
  const value = (format: ValueFormat) => {
    const numberFormat = numberFormats[format];
    const own = body().setAlign(FormatAlign.Top);
    if (numberFormat === undefined) return own;
    const shown = own.setNumFormat(numberFormat);
    if (format === 'month') return shown.setAlign(FormatAlign.Left);
    // Some space to the cell at the right.
    return shown.setAlign(FormatAlign.Right).setIndent(1);
  };
  return {
    value: each(value),
    strong: each((format) => value(format).setBold()),
    /** A number that the reader may type. */
    input: value('decimal').setBold().setBackgroundColor(Color.rgb(colors.warmSoft)),
    notice: body()
      .setBold()
      .setFontColor(Color.rgb(colors.warm))
      .setBackgroundColor(Color.rgb(colors.warmSoft)),
    /** A text of one line, which may reach over the empty cells at its right. */
    line: tableOf(keysOf(fontSizes), textFormat),
    /** A text of several lines. */
    wrapped: tableOf(keysOf(fontSizes), (style) => textFormat(style).setTextWrap()),
    link: body().setHyperlink(),
    /** Above values of each kind. */
    header: each(header),
  };
}

/** The font size of each style of text, in points. */
export const fontSizes = { title: 16, section: 12, note: 11, text: 11 } as const;
export type TextStyle = keyof typeof fontSizes;

const textColors = { title: colors.ink, section: colors.accent, note: colors.muted, text: null };

function textFormat(style: TextStyle): Format {
  const color = textColors[style];
  const sized = body().setFontSize(fontSizes[style]).setAlign(FormatAlign.Top);
  const shown = color === null ? sized : sized.setFontColor(Color.rgb(color));
  return style === 'title' || style === 'section' ? shown.setBold() : shown;
}

function header(format: ValueFormat): Format {
  const shown = body()
    .setBold()
    .setTextWrap()
    .setBackgroundColor(Color.rgb(colors.accentSoft))
    .setBorderBottom(FormatBorder.Thin)
    .setBorderBottomColor(Color.rgb(colors.accent));
  const isAtLeft = format === 'text' || format === 'month';
  return isAtLeft ? shown : shown.setAlign(FormatAlign.Right).setIndent(1);
}

export type Formats = ReturnType<typeof newFormats>;

const each = (make: (format: ValueFormat) => Format) => tableOf(keysOf(numberFormats), make);
