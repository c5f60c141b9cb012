/** The product that browser stories are told against: a whole server with demonstration data, on loopback. */
export const port = 3977;
export const administrator = { email: 'admin@exemplo.com.br', password: 'Estrela-Polar-27' };
