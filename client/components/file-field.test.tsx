import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { FileButton } from './file-field.tsx';

test.each([true, false])('a file button that is disabled (%s) says so', (disabled) => {
  const markup = renderToStaticMarkup(
    <FileButton label="Enviando..." subject="Lima" disabled={disabled} onFile={() => undefined} />,
  );
  expect(/<input[^>]*aria-disabled="true"/.test(markup)).toBe(disabled);
});
