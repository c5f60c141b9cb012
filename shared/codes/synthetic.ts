/** Printed on every screen and document while the data is demonstration data. */
export const syntheticNotice = 'Dados sintéticos de demonstração';
