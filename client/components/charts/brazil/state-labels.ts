/**
 * The label position of a state on the map's sheet; a small state is labelled beside the map, with a line from this
 * point.
 */
export type StateLabel = { uf: string; x: number; y: number; isBeside: boolean };

const inside = (uf: string, x: number, y: number): StateLabel => ({ uf, x, y, isBeside: false });
const beside = (uf: string, x: number, y: number): StateLabel => ({ uf, x, y, isBeside: true });

/** From north to south. Inside labels are far enough apart for targets of 24 pixels on a map of 254 pixels. */
export const stateLabels: readonly StateLabel[] = [
  inside('RR', 404, 118),
  inside('AP', 690, 124),
  inside('AM', 267, 291),
  inside('PA', 620, 341),
  inside('MA', 880, 308),
  inside('CE', 1083, 318),
  beside('RN', 1190, 342),
  beside('PB', 1192, 386),
  inside('PI', 964, 430),
  beside('PE', 1196, 428),
  beside('AL', 1173, 467),
  inside('AC', 145, 466),
  beside('SE', 1145, 489),
  inside('RO', 332, 497),
  inside('TO', 799, 510),
  inside('BA', 1009, 552),
  inside('MT', 583, 584),
  beside('DF', 819, 659),
  inside('GO', 725, 700),
  inside('MG', 937, 735),
  beside('ES', 1050, 776),
  inside('MS', 595, 800),
  beside('RJ', 1000, 866),
  inside('SP', 803, 860),
  inside('PR', 668, 940),
  inside('SC', 756, 1058),
  inside('RS', 636, 1136),
];
