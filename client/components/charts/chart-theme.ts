/** The colours of a drawing, in any form that SVG accepts. */
export type ChartTheme = {
  surface: string;
  ink: string;
  muted: string;
  line: string;
  control: string;
  bar: string;
  barStrong: string;
  accent: string;
  /** The user's own salary. */
  warm: string;
  /** Light to dark on paper; `onSteps` has the text colour for each. */
  steps: readonly string[];
  onSteps: readonly string[];
  series: readonly string[];
};

const cssColor = (name: string) => `var(--color-${name})`;
const stepNumbers = [1, 2, 3, 4, 5];

/** On screen: the CSS variables, which follow the light and dark themes. */
export const screenTheme: ChartTheme = {
  surface: cssColor('surface'),
  ink: cssColor('ink'),
  muted: cssColor('muted'),
  line: cssColor('line'),
  control: cssColor('control'),
  bar: cssColor('bar'),
  barStrong: cssColor('bar-strong'),
  accent: cssColor('accent'),
  warm: cssColor('warm'),
  steps: stepNumbers.map((step) => cssColor(`step-${step}`)),
  onSteps: stepNumbers.map((step) => cssColor(`on-step-${step}`)),
  series: stepNumbers.map((number) => cssColor(`series-${number}`)),
};

/** On paper and in a saved picture: the values of the light theme (`styles/tokens.css`). */
export const paperTheme: ChartTheme = {
  surface: '#ffffff',
  ink: '#16181b',
  muted: '#565c64',
  line: '#e2e3e0',
  control: '#858b93',
  bar: '#7b9ace',
  barStrong: '#4470ba',
  accent: '#1d4e9e',
  warm: '#a8470a',
  steps: ['#e4ecf9', '#bdd0ee', '#86a8dd', '#4470ba', '#1d3f7d'],
  onSteps: ['#16181b', '#16181b', '#16181b', '#ffffff', '#ffffff'],
  series: ['#1d4e9e', '#b4500b', '#0f766e', '#86308c', '#4b5563'],
};

/** Tabular digits align in columns; other text keeps its normal spacing. */
export const figureStyle = { fontVariantNumeric: 'tabular-nums' } as const;

export const chartFont = "'Inter Variable', Inter, 'Segoe UI', Arial, sans-serif";
