import type { Ground, Sequence, Step } from './testing-sequences'

type ReservedStep = Extract<Step, { kind: 'reserve' }>

const quote = (value: string | null): string => (value === null ? 'null' : `'${value}'`)
const toUuids = (ids: readonly string[]): string => `array[${ids.map(quote).join(',')}]::uuid[]`
const toTexts = (values: readonly (string | null)[]): string =>
  `array[${values.map(quote).join(',')}]::text[]`
const toNumbers = (values: readonly number[]): string => `array[${values.join(',')}]::integer[]`

/** Returns the sequence as one text of SQL statements, which takes one round trip. */
export function buildSequenceSql(ground: Ground, sequence: Sequence): string {
  const { eventId, types } = ground
  return [
    ...types.map(
      (id, index) =>
        `update ticket_types set price_cents = ${sequence.prices[index] ?? 0}, quantity_total = ${sequence.totals[index] ?? 0} where id = '${id}'`,
    ),
    `update promo_codes set percent = ${sequence.percent}, use_limit = ${sequence.limit} where event_id = '${eventId}' and code = 'PERCENT'`,
    `update promo_codes set amount_cents = ${sequence.amountCents} where event_id = '${eventId}' and code = 'AMOUNT'`,
    ...sequence.steps.flatMap((step, index) => [
      buildStepSql(ground, step, sequence.feePoints),
      ...(sequence.isWatched ? [`select proof.check('${eventId}', '${index + 1} (${step.kind})')`] : []),
    ]),
  ].join(';\n')
}

function buildStepSql({ eventId, types, people }: Ground, step: Step, feePoints: number): string {
  const getPerson = (index: number) => people[index % people.length] ?? ''
  const type = (index: number) => types[index % types.length] ?? ''
  const selectNth = (statuses: string, n: number) => `proof.nth('${eventId}', '{${statuses}}', ${n})`
  const selectTicket = (condition: string, n: number) => `(
    select id from tickets where event_id = '${eventId}' and ${condition} order by created_at, id
    offset ${n} % greatest(1, (select count(*) from tickets where event_id = '${eventId}' and ${condition})) limit 1)`
  const open = (n: number) => `
    insert into payments (order_id, provider, provider_reference, amount_cents, created_at)
    select id, 'sandbox', gen_random_uuid(), total_cents, clock_timestamp() from orders
    where id = ${selectNth('reserved', n)} and total_cents > 0`
  const cancel = (n: number) =>
    `select cancel_order(id, customer_id) from orders where id = ${selectNth('reserved', n)}`
  const expire = (n: number) => `
    update orders set expires_at = clock_timestamp() - interval '1 second' where id = ${selectNth('reserved', n)};
    select expire_orders(10)`
  const reserve = (wanted: ReservedStep['orders']) => {
    // A batch has at most one order per person; a later batch replaces it.
    const orders = wanted.filter(
      (order, index) => wanted.findIndex((x) => x.person === order.person) === index,
    )
    const lines = orders.flatMap((order, index) =>
      order.quantities.flatMap((quantity, place) => (quantity > 0 ? [[index + 1, place + 1, quantity]] : [])),
    )
    const toColumn = (place: number) => toNumbers(lines.map((line) => line[place] ?? 0))
    const mapOrders = <T>(read: (order: (typeof orders)[number]) => T): T[] => orders.map(read)
    return `select outcome from reserve_orders('${eventId}', interval '10 minutes', ${feePoints}, 0, true,
      array[${mapOrders(() => 'new_id()').join(',')}], ${toUuids(mapOrders((order) => getPerson(order.person)))},
      array[${mapOrders(() => 'gen_random_uuid()').join(',')}], ${toTexts(mapOrders(() => 'Mara'))}, ${toTexts(mapOrders(() => 'mara@example.com'))},
      ${toUuids(types)}, ${toColumn(0)}, ${toColumn(1)}, ${toColumn(2)}, ${toTexts(mapOrders((order) => (order.person === 0 ? null : 'list')))},
      ${toTexts(mapOrders(({ access }) => (access ? 'BACKSTAGE' : null)))}, ${toTexts(mapOrders(({ promo }) => promo))})`
  }
  const lastUse = `update promo_codes set use_limit = used + 1 where event_id = '${eventId}' and code = 'PERCENT'`
  const another = reserve([{ person: 3, quantities: [0, 1, 0], access: false, promo: 'PERCENT' }])
  const move = `update events set event_status = 'postponed' where id = '${eventId}' and event_status = 'published'`
  switch (step.kind) {
    case 'reserve':
      return reserve(step.orders)
    case 'buy': {
      const newest = `array(select p.provider_reference from payments p join orders o on o.id = p.order_id
        where o.event_id = '${eventId}' and p.status = 'started' order by p.created_at desc limit ${step.meanwhile === 'twice' ? 2 : 1})`
      return [
        open(step.n),
        ...(step.meanwhile === 'twice' ? [open(step.n)] : []),
        ...(['late', 'code', 'moved'].includes(step.meanwhile) ? [expire(step.n)] : []),
        ...(step.meanwhile === 'given back' ? [cancel(step.n)] : []),
        ...(step.meanwhile === 'code' ? [lastUse, another] : []),
        ...(step.meanwhile === 'moved' ? [move] : []),
        `select * from settle_payments('sandbox', ${newest}, array(
          select amount_cents from payments where provider_reference = any(${newest})))`,
      ].join(';')
    }
    case 'open':
      return open(step.n)
    case 'decline':
      return `update payments set status = 'declined' where order_id = ${selectNth('reserved', step.n)} and status = 'started'`
    case 'pay':
      return `select s.* from proof.paid('${eventId}', ${step.n}, ${step.another}) x,
        lateral settle_payments('sandbox', x, array(
          select p.amount_cents + ${step.isAmountRight ? 0 : 1} from unnest(x) with ordinality y(r, n)
          join payments p on p.provider_reference = y.r order by y.n)) s`
    case 'expire':
      return expire(step.n)
    case 'cancel':
      return cancel(step.n)
    case 'refund': {
      const seats = `array(select id from tickets where order_id = x and status = 'valid' order by id limit ${step.seats ?? 0})`
      const once = `select * from (select ${selectNth('confirmed', step.n)} as x) o,
        lateral refund_tickets(x, ${step.seats === null ? 'null' : seats}, 'Asked for.', ${step.leaveCheckedIn})`
      return Array.from({ length: step.times }, () => once).join(';')
    }
    case 'check in':
      return `update tickets set checked_in_at = clock_timestamp() where id = ${selectTicket(`status = 'valid'`, step.n)}`
    case 'transfer':
      return `update tickets set customer_id = '${getPerson(step.to)}', holder_name = 'Juno', secret = gen_random_uuid()
        where id = ${selectTicket(`status = 'valid' and checked_in_at is null`, step.n)}`
    case 'join':
      // Takes unsold stock off sale first, because joining a waitlist requires a sold-out type.
      return `update ticket_types set quantity_total = quantity_sold + quantity_held where id = '${type(step.type)}' and waiting = 0;
        insert into waitlist_entries (ticket_type_id, customer_id, quantity)
        values ('${type(step.type)}', '${getPerson(step.person)}', ${step.quantity}) on conflict do nothing`
    case 'leave':
      return `update waitlist_entries set status = 'left', ended_at = clock_timestamp() where id = (
        select w.id from waitlist_entries w where w.ticket_type_id = any(${toUuids(types)}) and w.status = 'waiting'
        order by w.created_at, w.id offset ${step.n % 3} limit 1)`
    case 'offer':
      return `update ticket_types set quantity_total = quantity_total + ${step.more} where id = any(${toUuids(types)}) and waiting > 0;
        select * from unnest(${toUuids(types)}) t, lateral offer_waitlist(t, interval '30 minutes', ${feePoints}, 0, true, 10)`
    case 'take':
      return `select accept_offer(id, customer_id) from orders where id = ${selectNth('reserved', step.n)}`
    case 'give':
      return `select * from give_tickets('${eventId}', '${type(step.type)}', ${step.quantity}, 'Press', 'press@example.com', ${
        step.person === null ? 'null' : quote(getPerson(step.person))
      })`
    case 'stock':
      return `update ticket_types set quantity_total = greatest(${step.total}, quantity_sold + quantity_held) where id = '${type(step.type)}'`
    case 'price':
      return `update ticket_types set price_cents = ${step.cents} where id = '${type(step.type)}'`
    case 'limit':
      return `update promo_codes set use_limit = greatest(${step.limit}, used, 1)
        where event_id = '${eventId}' and code = '${step.promo === 0 ? 'PERCENT' : 'AMOUNT'}'`
    case 'postpone':
      return `${move}; select end_holds('${eventId}')`
    case 'go on':
      return `update events set event_status = 'published' where id = '${eventId}' and event_status = 'postponed'`
    case 'call off':
      return `update events set event_status = 'cancelled' where id = '${eventId}' and event_status <> 'cancelled';
        select end_holds('${eventId}')`
    default:
      return `select end_holds('${eventId}')`
  }
}
