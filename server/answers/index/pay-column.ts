/** The salary in centavos; 0 for none, and `largestPay` for that amount or more. */
export const payExpression = `toUInt32(least(greatest(ifNull(salary, 0), 0), 4294967295))`;
export const largestPay = 4_294_967_295;
