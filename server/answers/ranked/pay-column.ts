/** The salary in centavos; 0 where there is none, and `largestPay` for that or more. */
export const payExpression = `toUInt32(least(greatest(ifNull(salary, 0), 0), 4294967295))`;
export const largestPay = 4_294_967_295;
