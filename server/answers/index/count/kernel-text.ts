import { countedPass, everyPass, lowBits, lowMask, midBits, midMask } from './filter-tables.ts';
import { flagCombinations, flagsShift, traitFields } from '../format/line-columns.ts';
import { nobodys, placedCells, routeFields, tablePlaces } from './kernel-tables.ts';

/**
 * The loops over lines as WebAssembly text, with the constants of this version's codes; `npm run kernel` writes
 * `line-kernel.wasm` from it. All columns and tables are in the imported memory, at the byte offsets of the parameters
 * and of kernel-tables.ts. Lines are from `$line` to before `$end`, as byte offsets of their traits.
 */
export const kernelText = (): string => `(module
  (import "kernel" "memory" (memory 1))
  ${pass}
  ${narrow('narrow1', 'i32.load8_u', 1)}
  ${narrow('narrow2', 'i32.load16_u', 2)}
  ${narrow('narrow4', 'i32.load', 4)}
  ${add}
  ${sum}
  ${addPlaced}
  ${translate}
  ${tally}
  ${expand}
)
`;

const at = (table: keyof typeof tablePlaces) => `offset=${tablePlaces[table]}`;
const lowCode = `(i32.and (local.get $codes) (i32.const ${lowMask}))`;
const midCode = `(i32.and (i32.shr_u (local.get $codes) (i32.const ${lowBits})) (i32.const ${midMask}))`;
const flags = `(i32.shr_u (local.get $codes) (i32.const ${flagsShift}))`;
/** The byte offset of the n-th number of this width. */
const nth = (bytes: 2 | 4 | 8, number: string) =>
  `(i32.shl ${number} (i32.const ${Math.log2(bytes)}))`;
const forward = (pointer: string, bytes: number) =>
  `(local.tee ${pointer} (i32.add (local.get ${pointer}) (i32.const ${bytes})))`;

/** Repeats a body while the first pointer is before the end. */
const loop = (pointer: string, bytes: number, body: string) => `
    (block $none
      (br_if $none (i32.ge_u (local.get ${pointer}) (local.get $end)))
      (loop $next
        ${body}
        (br_if $next (i32.lt_u ${forward(pointer, bytes)} (local.get $end)))))`;

/** The filters that each line passes: the bitwise AND of the entries for its codes in three tables. */
const pass = `
  (func (export "pass") (param $line i32) (param $end i32) (param $passes i32)
    (local $codes i32)
    ${loop(
      '$line',
      4,
      `
        (local.set $codes (i32.load (local.get $line)))
        (i32.store16 (local.get $passes)
          (i32.and (i32.load16_u ${at('low')} ${nth(2, lowCode)})
            (i32.and (i32.load16_u ${at('mid')} ${nth(2, midCode)})
              (i32.load16_u ${at('flags')} ${nth(2, flags)}))))
        (drop ${forward('$passes', 2)})`,
    )})`;

/**
 * Removes the filters that a column's codes do not pass. Lines are from $code to before $end, as byte offsets of the
 * column.
 */
const narrow = (name: string, load: string, bytes: number) => `
  (func (export "${name}") (param $code i32) (param $end i32) (param $passes i32)
    ${loop(
      '$code',
      bytes,
      `
        (i32.store16 (local.get $passes)
          (i32.and (i32.load16_u (local.get $passes))
            (i32.load16_u ${at('byCode')} ${nth(2, `(${load} (local.get $code))`)})))
        (drop ${forward('$passes', 2)})`,
    )})`;

const value = `(f64.add (local.get $unit) (f64.mul (local.get $scale) (f64.convert_i32_u (local.get $above))))`;
const inside = `(i32.eq (i32.load16_u (local.get $passes)) (i32.const ${countedPass}))`;
const addTo = (type: 'f64' | 'i32', table: keyof typeof tablePlaces, cell: string, own: string) =>
  `(${type}.store ${at(table)} ${cell} (${type}.add (${type}.load ${at(table)} ${cell}) ${own}))`;
const routeField = ({ shift, bits }: { readonly shift: number; readonly bits: number }) =>
  `(i32.and (i32.shr_u (local.get $route) (i32.const ${shift})) (i32.const ${2 ** bits - 1}))`;

/**
 * Adds each line to a cell of both tables, without a branch, because no processor could predict it: lines of no group
 * go to spare cells. $noting has all bits set if salaries are noted, and is 0 otherwise. $tallied is the amount for a
 * line that passes every filter and does not count. Returns the sum of the lines that count.
 */
const add = `
  (func (export "add")
    (param $line i32) (param $end i32) (param $passes i32) (param $pay i32)
    (param $base i32) (param $unit f64) (param $scale f64) (param $noting i32) (param $tallied f64)
    (result f64)
    (local $codes i32) (local $passed i32) (local $inside i32) (local $route i32)
    (local $above i32) (local $cell i32) (local $value f64) (local $sum f64)
    ${loop(
      '$line',
      4,
      `
        (local.set $codes (i32.load (local.get $line)))
        (local.set $passed (i32.load16_u (local.get $passes)))
        (local.set $inside (i32.eq (local.get $passed) (i32.const ${countedPass})))
        (local.set $above (i32.sub (i32.load (local.get $pay)) (local.get $base)))
        (local.set $value ${value})
        (local.set $sum (f64.add (local.get $sum)
          (f64.mul (local.get $value) (f64.convert_i32_u (local.get $inside)))))

        (local.set $route (i32.load ${at('routes')} ${nth(4, '(local.get $passed)')}))
        (local.set $cell ${nth(8, `(i32.add (i32.shr_u (local.get $route) (i32.const ${routeFields.cell.shift})) (i32.and (i32.shr_u (local.get $codes) (local.get $route)) ${routeField(routeFields.mask)}))`)})
        ${addTo('f64', 'first', '(local.get $cell)', '(local.get $value)')}

        (local.set $cell ${nth(8, `(i32.add ${midCode} (i32.shl (i32.eqz (local.get $inside)) (i32.const ${midBits})))`)})
        ${addTo('f64', 'second', '(local.get $cell)', '(local.get $value)')}

        (local.set $cell ${nth(4, '(i32.and (local.get $above) (local.get $noting))')})
        ${addTo('i32', 'noted', '(local.get $cell)', '(local.get $inside)')}

        (if (i32.eq (local.get $passed) (i32.const ${everyPass})) (then
          (local.set $cell ${nth(8, flags)})
          ${addTo('f64', 'tally', '(local.get $cell)', '(local.get $tallied)')}))

        (drop ${forward('$passes', 2)})
        (drop ${forward('$pay', 4)})`,
    )}
    (local.get $sum))`;

/** The sum of the lines that count; from $pay to before $end. */
const sum = `
  (func (export "sum")
    (param $pay i32) (param $end i32) (param $passes i32)
    (param $base i32) (param $unit f64) (param $scale f64) (result f64)
    (local $above i32) (local $sum f64)
    ${loop(
      '$pay',
      4,
      `
        (local.set $above (i32.sub (i32.load (local.get $pay)) (local.get $base)))
        (local.set $sum (f64.add (local.get $sum)
          (f64.mul ${value} (f64.convert_i32_u ${inside}))))
        (drop ${forward('$passes', 2)})`,
    )}
    (local.get $sum))`;

/**
 * Adds each line that counts, or fails only the filters in $leaves, to the cell of its place, from $first on. If
 * $stateMask is not 0, adds only lines of one state.
 */
const addPlaced = `
  (func (export "addPlaced")
    (param $line i32) (param $end i32) (param $passes i32) (param $pay i32) (param $places i32)
    (param $base i32) (param $unit f64) (param $scale f64)
    (param $leaves i32) (param $stateMask i32) (param $state i32) (param $first i32)
    (local $above i32) (local $cell i32) (local $value f64)
    ${loop(
      '$line',
      4,
      `
        (local.set $above (i32.sub (i32.load (local.get $pay)) (local.get $base)))
        (local.set $value ${value})
        (local.set $cell ${nth(
          8,
          `(select
            (i32.add (local.get $first) (i32.load16_u (local.get $places)))
            (i32.or (i32.const ${placedCells}) (i32.and (local.get $above) (i32.const ${nobodys - 1})))
            (i32.and
              (i32.eq (i32.or (i32.load16_u (local.get $passes)) (local.get $leaves)) (i32.const ${countedPass}))
              (i32.eq (local.get $state)
                (i32.and (i32.shr_u (i32.load (local.get $line)) (i32.const ${traitFields.state.shift})) (local.get $stateMask)))))`,
        )})
        ${addTo('f64', 'placed', '(local.get $cell)', '(local.get $value)')}
        (drop ${forward('$passes', 2)})
        (drop ${forward('$pay', 4)})
        (drop ${forward('$places', 2)})`,
    )})`;

/** Replaces each code by its entry in a table. */
const translate = `
  (func (export "translate") (param $code i32) (param $end i32)
    ${loop(
      '$code',
      2,
      `(i32.store16 (local.get $code)
          (i32.load16_u ${at('byCode')} ${nth(2, '(i32.load16_u (local.get $code))')}))`,
    )})`;

/** Tallies by flags the lines that pass every filter, counted or not. */
const tally = `
  (func (export "tally") (param $line i32) (param $end i32) (param $passes i32)
    (local $codes i32) (local $cell i32)
    ${loop(
      '$line',
      4,
      `
        (local.set $codes (i32.load (local.get $line)))
        (local.set $cell ${nth(
          8,
          `(select ${flags}
          (i32.or (i32.const ${flagCombinations}) (i32.and (local.get $codes) (i32.const ${nobodys - 1})))
          (i32.eq (i32.and (i32.load16_u (local.get $passes)) (i32.const ${everyPass})) (i32.const ${everyPass})))`,
        )})
        ${addTo('f64', 'tally', '(local.get $cell)', '(f64.const 1)')}
        (drop ${forward('$passes', 2)})`,
    )})`;

/**
 * Writes each distinct salary once for each of its lines, from $into to before $end. The salaries begin at $distinct,
 * and the ends of their lines at $ends, counted from the line whose place would be $origin. Writes four at once, so up
 * to three are written after the end.
 */
const expand = `
  (func (export "expand") (param $into i32) (param $end i32) (param $origin i32) (param $distinct i32) (param $ends i32)
    (local $until i32) (local $four v128)
    (block $none
      (br_if $none (i32.ge_u (local.get $into) (local.get $end)))
      (loop $nextPay
        (local.set $four (i32x4.splat (i32.load (local.get $distinct))))
        (local.set $until (i32.add (local.get $origin) ${nth(4, '(i32.load (local.get $ends))')}))
        (local.set $until (select (local.get $until) (local.get $end) (i32.lt_u (local.get $until) (local.get $end))))
        (loop $nextLines
          (v128.store (local.get $into) (local.get $four))
          (br_if $nextLines (i32.lt_u ${forward('$into', 16)} (local.get $until))))
        (local.set $into (local.get $until))
        (drop ${forward('$distinct', 4)})
        (drop ${forward('$ends', 4)})
        (br_if $nextPay (i32.lt_u (local.get $into) (local.get $end))))))`;
