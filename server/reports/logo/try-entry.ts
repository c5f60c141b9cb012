import { buffer } from 'node:stream/consumers';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { Image, Workbook } from 'wasm-xlsxwriter';

/** The whole of a process that draws an image from its standard input as documents do: code 0 when it can be drawn. */
const bytes = await buffer(process.stdin);
const compiler = NodeCompiler.create({ workspace: import.meta.dirname });
compiler.mapShadow(`${import.meta.dirname}/logo`, bytes);
const { result } = compiler.compile({
  mainFileContent: '#image(read("logo", encoding: none), width: 1cm)',
});
if (result === null) process.exitCode = 1;
else {
  compiler.pdf(result);
  const workbook = new Workbook();
  workbook.addWorksheet().insertImage(0, 0, new Image(bytes));
  workbook.saveToBufferSync();
}
