import type { LinearScale } from '../../components/charts/linear-scale.ts';

/** Where the drawing stands in its width and height, and how salaries and shares are placed in it. */
export type Frame = {
  width: number;
  height: number;
  top: number;
  bottom: number;
  x: LinearScale;
  y: LinearScale;
};
