import { expect, test } from 'vitest'
import { getStatementName } from './name-statement'

test.each([
  ['select "id" from "orders" as "o" where "o"."id" = $1', 'select orders'],
  ['insert into pgboss.job (id, name) select $1, $2', 'insert pgboss.job'],
  ['update "users" set "name" = $1', 'update users'],
  [
    '\n  delete from order_outbox n using (select id from orders for update skip locked) due',
    'delete order_outbox',
  ],
  ['select * from settle_payments($1, $2::text[])', 'select settle_payments'],
  ['select accept_offer($1, $2) as status', 'select accept_offer'],
  ['with due as (select id from payments for no key update) update due set x = 1', 'with payments'],
  [
    'with a as materialized (select 1), b(id) as (select id from a) select * from b join events on true',
    'with events',
  ],
  ['select x from unnest($1::uuid[]) x join tickets on true', 'select tickets'],
  ['select extract(epoch from e.event_date), a is distinct from a.b from "events" e', 'select events'],
  ['begin', 'begin'],
  ['commit', 'commit'],
  ['', 'statement'],
])('names %j as %j', (text, name) => {
  expect(getStatementName(text)).toBe(name)
})

test('the name of a statement never contains a value from its text', () => {
  const text = `select * from accounts where email = 'dana@example.com'`
  expect(getStatementName(text)).toBe('select accounts')
})
