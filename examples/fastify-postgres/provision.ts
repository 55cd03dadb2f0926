/** Provisioning through the admin interface: hands on what the suite asks for, and prints the orders that were made. */
import { text } from 'node:stream/consumers';

const response = await fetch(`http://127.0.0.1:${process.env['PORT']}/admin/orders`, {
  method: 'POST',
  headers: { authorization: `Bearer ${process.env['ADMIN_KEY']}`, 'content-type': 'application/json' },
  body: await text(process.stdin),
});
const orders = await response.text();
if (!response.ok) throw new Error(`The admin interface answers ${response.status}: ${orders}`);
console.log(orders);
