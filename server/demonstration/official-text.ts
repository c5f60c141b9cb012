import type { SyntheticMovement } from './synthetic-movement.ts';

/** The text form of MTE's files: UTF-8, CRLF, `;`, decimal comma without a leading zero, codes as numbers. */
const columnsToDeclaration =
  'competênciamov;região;uf;município;seção;subclasse;saldomovimentação;cbo2002ocupação;categoria;' +
  'graudeinstrução;idade;horascontratuais;raçacor;sexo;tipoempregador;tipoestabelecimento;' +
  'tipomovimentação;tipodedeficiência;indtrabintermitente;indtrabparcial;salário;tamestabjan;' +
  'indicadoraprendiz;origemdainformação;competênciadec';
const columnsAfterExclusion = 'indicadordeforadoprazo;unidadesaláriocódigo;valorsaláriofixo';

export const lineEnd = '\r\n';

/** The 28 columns of MOV and FOR. */
export const movementHeader = `${columnsToDeclaration};${columnsAfterExclusion}`;

/** The 30 columns of EXC: its own two stand in the middle. */
export const exclusionHeader = `${columnsToDeclaration};competênciaexc;indicadordeexclusão;${columnsAfterExclusion}`;

/** Hundredths as the files write them: 50 is ",50", 162100 is "1621,00", null is empty. */
export function decimalText(hundredths: number | null): string {
  if (hundredths === null) return '';
  const whole = Math.floor(hundredths / 100);
  const cents = hundredths - whole * 100;
  return `${whole === 0 ? '' : whole},${cents < 10 ? '0' : ''}${cents}`;
}

/** A line of MOV, or of FOR when it is declared in a later month than it happened; without its line end. */
export function movementLine(movement: SyntheticMovement, declaredIn: string): string {
  const { pay } = movement;
  const isLate = declaredIn === movement.month ? 0 : 1;
  return (
    `${movement.month};${movement.region};${movement.state};${movement.municipality};` +
    `${movement.section};${movement.subclass};${movement.balance};${movement.occupation};` +
    `${movement.category};${movement.schooling};${movement.age ?? ''};` +
    `${decimalText(movement.hours)};${movement.race};${movement.sex};${movement.employerKind};` +
    `${movement.establishmentKind};${movement.movementKind};${movement.disability};` +
    `${movement.intermittent};${movement.partTime};${decimalText(pay.monthly)};` +
    `${movement.employeeBand};${movement.apprentice};${movement.origin};${declaredIn};` +
    `${isLate};${pay.unit};${decimalText(pay.fixed)}`
  );
}

/** The line of EXC that cancels a line of MOV or FOR: its 28 values and, after the 25th, the exclusion's two. */
export function exclusionLine(cancelled: string, excludedIn: string): string {
  let end = cancelled.length;
  for (let column = 0; column < 3; column++) end = cancelled.lastIndexOf(';', end - 1);
  return `${cancelled.slice(0, end)};${excludedIn};1${cancelled.slice(end)}`;
}
