import type { LinearScale } from '../../components/charts/linear-scale.ts';

/** The position of the plot within the drawing, and the scales of salaries and shares. */
export type Frame = {
  width: number;
  height: number;
  top: number;
  bottom: number;
  x: LinearScale;
  y: LinearScale;
};
