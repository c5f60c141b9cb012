/** The product that browser stories are told against: a whole server with demonstration data, on loopback. */
export const port = Number(process.env['BROWSER_TEST_PORT'] ?? 3977);
export const administrator = { email: 'admin@exemplo.com.br', password: 'Estrela-Polar-27' };
