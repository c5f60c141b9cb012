// Opens the warehouse of an address as the product does, in a process with the trusted certificates of its environment.
import { openWarehouse } from '../../server/platform/warehouse/open.ts';

const [clickhouseUrl = ''] = process.argv.slice(2);
try {
  const warehouse = await openWarehouse({ clickhouseUrl, directory: '/nowhere' });
  process.stdout.write(JSON.stringify(await warehouse.rows({ text: 'select 1 as one' })));
  await warehouse.close();
} catch (error) {
  const codes: unknown[] = [];
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    codes.push('code' in cause ? cause.code : cause.message);
  }
  process.stdout.write(codes.join(' '));
}
