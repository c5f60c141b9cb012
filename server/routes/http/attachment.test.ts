import { expect, test } from 'vitest';
import { attachment, fileName } from './attachment.ts';

test('a name that is cut within a character outside the basic plane is still a file name', () => {
  const name = fileName(`${'a'.repeat(119)}😀 cargos`, 'pdf');
  expect(attachment(name)).toContain(`filename="${'a'.repeat(119)}.pdf"`);
});
